"""`clearance.arrow.cells` and `near` within other people's engines: they send bodies to cells, and
the pairs are those of all bodies at once, digit by digit. CLEARANCE_BODIES=1e6 for so many."""

import os

import numpy as np
import pytest

import clearance as cl
import clearance.arrow as arrow

pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")

COUNT, WITHIN = int(float(os.environ.get("CLEARANCE_BODIES", 1000))), 0.1
SIDE = 1.5 * COUNT ** (1 / 3)
SLAB = cl.cuboid([3 * SIDE, 3 * SIDE, 0.05])
SHAPES = cl.Shapes([cl.ball(0.5), cl.cuboid([0.3, 0.4, 0.5]), SLAB])


def bodies():
    draw = np.random.default_rng(1)
    pose = np.concatenate([draw.uniform(0, SIDE, (COUNT, 3)), draw.normal(size=(COUNT, 4))], axis=1)
    pose[:, 3:] /= np.linalg.norm(pose[:, 3:], axis=1)[:, None]
    shape = draw.integers(0, 2, COUNT)
    shape[:2], pose[:2, 3:] = 2, [0.0, 0, 0, 1]
    flat = pa.FixedSizeListArray.from_arrays(pa.array(pose.ravel()), 7)
    return pa.table({"id": draw.permutation(COUNT), "shape": shape, "pose": flat})


BODIES = bodies()
COLUMNS = [BODIES.column(name).combine_chunks() for name in ("id", "shape", "pose")]
GRID = arrow.grid(*COLUMNS[1:], shapes=SHAPES, within=WITHIN, bodies=COUNT // 33)
TRUTH = pa.array(arrow.near(*COLUMNS, shapes=SHAPES, within=WITHIN))
HOW = {"shapes": SHAPES, "within": WITHIN, "grid": GRID}


def cells(shape, pose):
    """A function of two columns, as engines call it."""
    return pa.array(arrow.cells(shape, pose, **HOW))


SENT = cells(*COLUMNS[1:])
TOO_LARGE = SENT.value_parent_indices().filter(pa.array(SENT.flatten().to_numpy() == arrow.LARGE))
LARGE = [column.take(TOO_LARGE) for column in COLUMNS]


def near(cell, members):
    """A function of the cells and of the lists of their bodies: lists of pairs."""
    found = []
    for number, own in zip(cell.to_pylist(), members, strict=True):
        columns = [own.values.field(name) for name in ("id", "shape", "pose")]
        pairs = arrow.near(*columns, cell=number, large=tuple(LARGE), **HOW)
        found.append(pa.array(pairs))
    ends = np.cumsum([0, *map(len, found)])
    none = TRUTH[:0]
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), pa.concat_arrays([none, *found]))


def judged(found):
    """An engine's pairs against those of all bodies at once."""
    assert len(GRID.starts) > 20 and len(TRUTH) > COUNT // 2 and TOO_LARGE.to_pylist() == [0, 1]
    order = np.lexsort([found.column("b").to_numpy(), found.column("a").to_numpy()])
    sorted_ = found.take(pa.array(order)).combine_chunks()
    for name in ("a", "b", *arrow.FIELDS):
        one, two = sorted_.column(name).combine_chunks(), TRUTH.field(name)
        if one.type != two.type:
            one = one.cast(two.type)
        assert np.array_equal(flat(one), flat(two), equal_nan=True), name


def flat(column):
    assert not column.null_count
    return (column.flatten() if pa.types.is_fixed_size_list(column.type) else column).to_numpy()


def test_datafusion():
    datafusion = pytest.importorskip("datafusion", reason="pip install datafusion")
    member = pa.struct([("id", pa.int64()), ("shape", pa.int64()), ("pose", COLUMNS[2].type)])
    pose, number = COLUMNS[2].type, pa.uint64()
    context = datafusion.SessionContext()
    for call, given, kind in (
        (cells, [pa.int64(), pose], cells(*COLUMNS[1:]).type),
        (near, [number, pa.list_(member)], pa.list_(TRUTH.type)),
    ):
        context.register_udf(datafusion.udf(call, given, kind, "immutable", name=call.__name__))
    context.from_arrow(BODIES, name="bodies")
    found = context.sql(
        "with sent as (select id, shape, pose, unnest(cells(shape, pose)) as cell from bodies), "
        "gathered as (select cell, "
        "array_agg(named_struct('id', id, 'shape', shape, 'pose', pose)) as members "
        "from sent group by cell) "
        "select unnest(near(cell, members)) as pair from gathered"
    ).to_arrow_table()
    judged(pa.Table.from_struct_array(found.column("pair")))


def test_duckdb():
    duckdb = pytest.importorskip("duckdb", reason="pip install duckdb")
    member, vector = "STRUCT(id BIGINT, shape BIGINT, pose DOUBLE[7])", "DOUBLE[3]"
    pair = (
        "STRUCT(a BIGINT, b BIGINT, status TINYINT, distance DOUBLE, gap DOUBLE, "
        f"normal {vector}, point_a {vector}, point_b {vector})"
    )
    db = duckdb.connect()
    db.create_function("cells", cells, ["BIGINT", "DOUBLE[7]"], "UBIGINT[]", type="arrow")
    db.create_function("near", near, ["UBIGINT", f"{member}[]"], f"{pair}[]", type="arrow")
    db.register("bodies", BODIES)
    found = db.sql(
        "with sent as (select id, shape, pose, unnest(cells(shape, pose)) as cell from bodies), "
        "gathered as (select cell, list({'id': id, 'shape': shape, 'pose': pose}) as members "
        "from sent group by cell) "
        "select unnest(near(cell, members)) as pair from gathered"
    ).to_arrow_table()
    judged(pa.Table.from_struct_array(found.column("pair")))


def test_polars():
    pl = pytest.importorskip("polars", reason="pip install polars")
    frame = pl.from_arrow(BODIES)
    sent = frame.with_columns(
        cell=pl.Series(arrow.cells(frame["shape"], frame["pose"], **HOW))
    ).explode("cell")

    def pairs(group):
        columns = [group[name] for name in ("id", "shape", "pose")]
        found = arrow.near(*columns, cell=group["cell"][0], large=tuple(LARGE), **HOW)
        return pl.Series(found).struct.unnest()

    judged(sent.group_by("cell").map_groups(pairs).to_arrow())


def test_dask():
    distributed = pytest.importorskip("distributed", reason="pip install dask[distributed]")
    rows, sent = SENT.value_parent_indices().to_numpy(), SENT.flatten().to_numpy()
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        coming = [
            client.submit(
                *(in_dask, int(cell)), BODIES.take(pa.array(rows[sent == cell])), pure=False
            )
            for cell in np.unique(sent)
        ]
        judged(pa.concat_tables(client.gather(coming)))


def in_dask(cell, members):
    columns = [members.column(name).combine_chunks() for name in ("id", "shape", "pose")]
    found = arrow.near(*columns, cell=cell, large=tuple(LARGE), **HOW)
    return pa.Table.from_struct_array(pa.array(found))
