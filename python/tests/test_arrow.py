"""`clearance.arrow`: with our own capsules, and with pyarrow, Polars, DuckDB and DataFusion if
they are installed, as in the gate."""

import gc
import pickle

import numpy as np
import pytest

import clearance as cl
import clearance.arrow as arrow
from clearance import _arrow
from clearance._clearance import ArrowArray, _columns

RANDOM = np.random.default_rng(5)
SHAPES = cl.Shapes(
    [cl.ball(0.5), cl.cuboid([0.3, 0.4, 0.5]), cl.hull(RANDOM.normal(size=(12, 3)) * 0.4)]
)
COUNT = 1000
INDEX = RANDOM.integers(0, 3, size=(2, COUNT))
TURNS = RANDOM.normal(size=(2, COUNT, 4))
TURNS /= np.linalg.norm(TURNS, axis=2, keepdims=True)
POSES = np.concatenate([RANDOM.normal(size=(2, COUNT, 3)), TURNS], axis=2)
TRUTH = cl.proximity(
    SHAPES[INDEX[0]],
    cl.Pose.xyzw(POSES[0, :, :3], TURNS[0]),
    SHAPES[INDEX[1]],
    cl.Pose.xyzw(POSES[1, :, :3], TURNS[1]),
)
NEAR = int((TRUTH.distance < 0.1).sum())


def ours(numbers, valid=None):
    """An Arrow array made here."""
    numbers = np.ascontiguousarray(numbers)
    code = {"i8": "l", "i4": "i", "u2": "S", "f8": "g", "f4": "f"}[numbers.dtype.str[1:]]
    bits, nulls = None, 0
    if valid is not None:
        bits, nulls = np.packbits(valid, bitorder="little"), int(np.sum(~np.asarray(valid)))
    if numbers.ndim == 1:
        return ArrowArray(code, "x", len(numbers), nulls, [bits, numbers], [])
    child = ArrowArray(code, "item", numbers.size, 0, [None, numbers.reshape(-1)], [])
    return ArrowArray(f"+w:{numbers.shape[1]}", "x", len(numbers), nulls, [bits], [child])


def read(array):
    """The fields of an answer, read by our own code."""
    (column,) = _columns(array)
    fields = {}
    for name, child in zip(arrow.FIELDS, column.children, strict=True):
        items = (
            child.children[0].numbers().reshape(len(child), 3)
            if child.children
            else child.numbers()
        )
        fields[name] = items
    return fields


def table(dtype="f8"):
    return (
        ours(INDEX[0]),
        ours(POSES[0].astype(dtype)),
        ours(INDEX[1]),
        ours(POSES[1].astype(dtype)),
    )


def test_a_table_of_pairs_is_answered_as_numpy_is():
    found = read(arrow.proximity(*table(), shapes=SHAPES))
    for name in arrow.FIELDS:
        assert np.array_equal(found[name], getattr(TRUTH, name)), name
    (flags,) = _columns(arrow.intersects(*table(), shapes=SHAPES, threads=2))
    assert flags.format == "b" and len(flags) == COUNT


def test_bodies_and_pairs_of_them():
    bodies = ours(np.concatenate(INDEX)), ours(np.concatenate(POSES))
    rows = np.arange(COUNT, dtype="i4")
    found = read(
        arrow.proximity(ours(rows), None, ours(rows + COUNT), shapes=SHAPES, bodies=bodies)
    )
    assert np.array_equal(found["distance"], TRUTH.distance)


def test_translations_and_matrices():
    at = RANDOM.normal(size=(5, 3))
    matrices = np.tile(np.eye(4), (5, 1, 1))
    matrices[:, :3, 3] = at
    zeros = ours(np.zeros(5, dtype="u2"))
    truth = cl.proximity(SHAPES[0], None, SHAPES[0], at).distance
    for poses in (at, matrices.reshape(5, 16)):
        assert np.array_equal(
            read(arrow.proximity(zeros, None, zeros, ours(poses), shapes=SHAPES))["distance"], truth
        )


def test_lists_of_any_length_where_null():
    # As in pyarrow without a fixed size: a null row has no numbers, or any.
    ends = np.array([0, 3, 3, 6, 8], "i4")
    numbers = np.array([0.0, 0, 4, 0, 0, 5, np.nan, np.nan])
    child = ArrowArray("g", "item", len(numbers), 0, [None, numbers], [])

    def places(valid):
        bits = np.packbits(valid, bitorder="little")
        return ArrowArray("+l", "x", 4, valid.count(False), [bits, ends], [child])

    zeros = ours(np.zeros(4, "i8"))
    some = places([True, False, True, False])
    found = read(arrow.proximity(zeros, None, zeros, some, shapes=SHAPES))
    lone = cl.proximity(SHAPES[0], None, SHAPES[0], [[0.0, 0, 4], [0, 0, 5]]).distance
    assert np.array_equal(found["distance"][[0, 2]], lone)
    more = places([True, False, True, True])
    with pytest.raises(ValueError, match=r"^pose_b\[3\]: is a list of 2, but pose_b\[0\] is"):
        arrow.proximity(zeros, None, zeros, more, shapes=SHAPES)


def test_rows_with_nulls_are_null_and_not_looked_at():
    valid = np.ones(COUNT, dtype=bool)
    valid[[0, 7, 999]] = False
    poses = POSES[0].copy()
    poses[7] = np.nan
    a, _, b, pose_b = table()
    answer = arrow.proximity(a, ours(poses, valid), b, pose_b, shapes=SHAPES)
    (column,) = _columns(answer)
    bits, offset = column.valid()
    assert np.array_equal(
        np.unpackbits(bits, bitorder="little")[offset : offset + COUNT].astype(bool), valid
    )
    assert np.array_equal(read(answer)["distance"][valid], TRUTH.distance[valid])


def test_nothing_is_copied_on_the_way_in():
    poses = POSES[0].copy()
    (column,) = _columns(ours(poses))
    view, _ = _arrow.lists("pose", 0, column)
    assert np.shares_memory(view, poses) and not view.flags.writeable
    del column
    gc.collect()
    assert np.array_equal(view, poses), "the view keeps the column alive"
    answer = arrow.proximity(*table(), shapes=SHAPES)
    first, second = read(answer)["distance"], read(answer)["distance"]
    assert np.shares_memory(first, second), "answers are handed over where they lie"


def test_no_rows():
    none = ours(np.zeros(0, dtype="i8")), ours(np.zeros((0, 7)))
    assert len(arrow.proximity(*none, *none, shapes=SHAPES)) == 0
    assert len(arrow.intersects(*none, *none, shapes=SHAPES)) == 0


def test_shapes_from_a_file(tmp_path):
    path = tmp_path / "shapes.jsonl"
    path.write_text("\n".join(SHAPES[i].to_json() for i in range(3)))
    assert np.array_equal(read(arrow.proximity(*table(), shapes=path))["distance"], TRUTH.distance)
    assert arrow.read_shapes(str(path)) is arrow.read_shapes(str(path))
    assert pickle.loads(pickle.dumps(arrow.proximity)) is arrow.proximity
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(SHAPES[0].to_json() + '\n{"type":"ball","radius":-1}\n')
    with pytest.raises(ValueError, match=r"wrong.jsonl:2: "):
        arrow.read_shapes(str(wrong))


def test_memory_is_given_back():
    def ask():
        held = arrow.proximity(*table(), shapes=SHAPES)
        held.__arrow_c_array__()
        held.__arrow_c_schema__()
        read(held)

    ask()
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(50):
        ask()
    gc.collect()
    assert len(gc.get_objects()) - before < 50


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"a": np.zeros(3)}, TypeError, "a: must be an array of Arrow"),
        ({"a": ours(np.zeros(COUNT))}, TypeError, "a: must be of integers, is of Arrow's type 'g'"),
        ({"pose_a": ours(INDEX[0])}, TypeError, "pose_a: must be of lists of numbers"),
        ({"pose_a": ours(POSES[0][:, :5])}, ValueError, "pose_a: lists must have 7 numbers"),
        ({"pose_a": ours(POSES[0][:9])}, ValueError, "columns must be equally long.*'pose_a': 9"),
        (
            {"a": ours(np.full(COUNT, 3))},
            IndexError,
            r"^a\[0\]: names shape 3, but there are 3",
        ),
        ({"a": None}, TypeError, "a: must be an array of Arrow.*is NoneType"),
        ({"b": ours(np.full(COUNT, -1))}, IndexError, r"b\[0\]: names shape -1, but there are 3"),
        (
            {"pose_b": ours(np.full((COUNT, 3), np.inf))},
            ValueError,
            r"pose_b\[0\]: .*NaN or infinite",
        ),
        ({"shapes": cl.Shapes([cl.ball(1.0, dim=2)])}, ValueError, "shapes: must be of space"),
        ({"bodies": (ours(INDEX[0]), ours(POSES[0]))}, ValueError, "pose_a, pose_b: must be None"),
        (
            {
                "bodies": (ours(INDEX[0][:1]), ours(POSES[0][:1])),
                "pose_a": None,
                "pose_b": None,
                "a": ours(np.full(COUNT, 1)),
            },
            IndexError,
            r"a\[0\]: names body 1, but there are 1",
        ),
    ],
)
def test_wrong_columns(change, error, message):
    a, pose_a, b, pose_b = table()
    arguments = {"a": a, "pose_a": pose_a, "b": b, "pose_b": pose_b, "shapes": SHAPES} | change
    with pytest.raises(error, match=message):
        arrow.proximity(**arguments)


def columns(pa, poses):
    return [
        pa.array(INDEX[0]),
        poses(POSES[0]),
        pa.array(INDEX[1]),
        poses(POSES[1]),
    ]


def test_a_capsule_is_read_once():
    class Twice:
        capsules = ours(INDEX[0]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema=None):
            return self.capsules

    (column,) = _columns(Twice())
    assert np.array_equal(column.numbers(), INDEX[0])
    with pytest.raises(ValueError, match="a capsule of Arrow that has been read before"):
        _columns(Twice())


def test_tables_without_a_chunk():
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    index, pose = pa.chunked_array([], pa.int64()), pa.chunked_array([], pa.list_(pa.float64(), 3))
    assert len(arrow.proximity(index, pose, index, shapes=SHAPES)) == 0
    assert len(arrow.intersects(index, None, index, shapes=SHAPES, bodies=(index, pose))) == 0
    one = pa.array([0])
    with pytest.raises(IndexError, match=r"a\[0\]: names body 0, but there are 0"):
        arrow.intersects(one, None, one, shapes=SHAPES, bodies=(index, pose))


def test_many_chunks():
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    count, shapes = 3000, cl.Shapes([cl.ball(0.5)])
    triples = pa.list_(pa.float64(), 3)
    one = pa.chunked_array([pa.array([0])] * count)
    three = pa.chunked_array([pa.array([0] * 3)] * (count // 3))
    at = [[k + 2.0, 0, 0] if k % 7 else None for k in range(count)]
    pose = pa.chunked_array([pa.array(at[k : k + 100], triples) for k in range(0, count, 100)])
    found = pa.array(arrow.proximity(one, None, three, pose, shapes=shapes))
    expected = [k + 1.0 if k % 7 else None for k in range(count)]
    assert [None if row is None else row["distance"] for row in found.to_pylist()] == expected


def test_errors_name_the_row_of_the_column():
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    shapes, lists = cl.Shapes([cl.ball(0.5)]), pa.list_(pa.float64())
    index = pa.chunked_array([[0, None], [0, 7]])
    zeros = pa.array([0] * 4)
    with pytest.raises(IndexError, match=r"a\[3\]: names shape 7, but there are 1"):
        arrow.intersects(index, None, zeros, shapes=shapes)
    ragged = [pa.array([[0.0] * 3] * 2, lists), pa.array([[0.0] * 3, [0.0] * 2], lists)]
    message = r"pose_b\[3\]: is a list of 2, but pose_b\[2\] is one of 3"
    with pytest.raises(ValueError, match=message):
        arrow.intersects(zeros, None, zeros, pa.chunked_array(ragged), shapes=shapes)


def test_bodies_in_chunks_without_a_row():
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    lists, one = pa.list_(pa.float64()), pa.array([0])
    for nothing in ([], [None]):
        pose = pa.chunked_array([pa.array(nothing, lists), pa.array([[3.0, 0, 0]], lists)])
        bodies = (pa.array([0] * len(pose)), pose)
        last = pa.array([len(pose) - 1])
        found = arrow.intersects(last, None, last, shapes=SHAPES, bodies=bodies)
        assert pa.array(found).to_pylist() == [True]
    turned = pa.array([[3.0, 0, 0, 0, 0, 0, 1]], lists)
    bodies = (pa.array([0, 0]), pa.chunked_array([pa.array([[3.0, 0, 0]], lists), turned]))
    with pytest.raises(ValueError, match="pose: has chunks of lists of different lengths, 3, 7"):
        arrow.intersects(one, None, one, shapes=SHAPES, bodies=bodies)


def test_pyarrow():
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")

    def fixed(numbers):
        return pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), 7)

    def lists(numbers):
        return pa.array(numbers.tolist(), pa.list_(pa.float64()))

    def large(numbers):
        return pa.array(numbers.tolist(), pa.large_list(pa.float64()))

    for poses in (fixed, lists, large):
        given = columns(pa, poses)
        found = pa.array(arrow.proximity(*given, shapes=SHAPES))
        found.validate(full=True)
        assert np.array_equal(found.field("distance").to_numpy(), TRUTH.distance)
        flags = pa.array(arrow.intersects(*given, shapes=SHAPES))
        assert flags.to_pylist() == TRUTH.intersects.tolist()
        # Sliced, and in chunks that do not end together.
        part = [column.slice(17, 500) for column in given]
        assert np.array_equal(
            pa.array(arrow.proximity(*part, shapes=SHAPES)).field("distance").to_numpy(),
            TRUTH.distance[17:517],
        )
        cut = [
            pa.chunked_array([column[:k], column[k:600], column[600:]])
            for k, column in enumerate(given, 300)
        ]
        found = pa.array(arrow.proximity(*cut, shapes=SHAPES))
        assert np.array_equal(found.field("distance").to_numpy(), TRUTH.distance)
    missing = pa.array([[0.0, 0, 0], None], pa.list_(pa.float64(), 3))
    assert (
        pa.array(arrow.proximity(pa.array([0, 0]), None, pa.array([0, 0]), missing, shapes=SHAPES))[
            1
        ].as_py()
        is None
    )


def test_polars():
    pl = pytest.importorskip("polars", reason="pip install polars")
    frame = pl.DataFrame({"a": INDEX[0], "b": INDEX[1]}).with_columns(
        pose_a=pl.Series(POSES[0], dtype=pl.Array(pl.Float64, 7)),
        pose_b=pl.Series(POSES[1], dtype=pl.Array(pl.Float64, 7)),
    )

    def near(columns):
        return pl.Series(arrow.proximity(*columns, shapes=SHAPES))

    found = (
        frame.lazy()
        .select(
            pl.map_batches(
                ["a", "pose_a", "b", "pose_b"],
                near,
                return_dtype=pl.Struct(
                    {
                        "status": pl.Int8,
                        "distance": pl.Float64,
                        "gap": pl.Float64,
                        **{
                            name: pl.Array(pl.Float64, 3)
                            for name in ("normal", "point_a", "point_b")
                        },
                    }
                ),
            ).alias("found")
        )
        .unnest("found")
        .collect()
    )
    assert np.array_equal(found["distance"].to_numpy(), TRUTH.distance)
    assert found.filter(pl.col("distance") < 0.1).height == NEAR


SQL = "select count(*) from pairs where near(a, pose_a, b, pose_b).distance < 0.1"


def test_duckdb():
    duckdb = pytest.importorskip("duckdb", reason="pip install duckdb")
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    pairs = pa.table(
        dict(
            zip(
                ("a", "pose_a", "b", "pose_b"),
                columns(
                    pa,
                    lambda numbers: pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), 7),
                ),
                strict=True,
            )
        )
    )

    def near(a, pose_a, b, pose_b):
        return pa.array(arrow.proximity(a, pose_a, b, pose_b, shapes=SHAPES))

    connection = duckdb.connect()
    vector = "DOUBLE[3]"
    connection.create_function(
        "near",
        near,
        ["BIGINT", "DOUBLE[7]", "BIGINT", "DOUBLE[7]"],
        "STRUCT(status TINYINT, distance DOUBLE, gap DOUBLE, "
        f"normal {vector}, point_a {vector}, point_b {vector})",
        type="arrow",
    )
    connection.register("pairs", pairs)
    assert connection.execute(SQL).fetchone() == (NEAR,)


def test_datafusion():
    datafusion = pytest.importorskip("datafusion", reason="pip install datafusion")
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    poses = pa.list_(pa.float64(), 7)
    pairs = pa.table(
        dict(
            zip(
                ("a", "pose_a", "b", "pose_b"),
                columns(
                    pa,
                    lambda numbers: pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), 7),
                ),
                strict=True,
            )
        )
    )

    def near(a, pose_a, b, pose_b):
        return pa.array(arrow.proximity(a, pose_a, b, pose_b, shapes=SHAPES))

    kind = near(*(pairs[name].chunk(0) for name in pairs.column_names)).type
    context = datafusion.SessionContext()
    context.register_udf(
        datafusion.udf(near, [pa.int64(), poses, pa.int64(), poses], kind, "immutable", name="near")
    )
    context.from_arrow(pairs, name="pairs")
    sql = SQL.replace(
        "near(a, pose_a, b, pose_b).distance", "near(a, pose_a, b, pose_b)['distance']"
    )
    assert context.sql(sql).to_pydict().popitem()[1] == [NEAR]
