"""The other verbs for columns of Arrow, judged by the same verbs over arrays of NumPy; cells and
their pairs, by all pairs of a table."""

import pickle

import numpy as np
import pytest

import clearance as cl
import clearance.arrow as arrow

pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")

SHAPES = cl.Shapes([cl.ball(0.5), cl.cuboid([0.3, 0.4, 0.5]), cl.capsule(0.5, 0.25)])


def lists(numbers):
    numbers = np.asarray(numbers, float)
    return pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), numbers.shape[1])


def drawn(seed, count, spread):
    random = np.random.default_rng(seed)
    turns = random.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1)[:, None]
    at = random.uniform(0, spread, (count, 3))
    return random.integers(0, 3, count), np.concatenate([at, turns], axis=1)


def pose(numbers):
    return cl.Pose.xyzw(numbers[:, :3], numbers[:, 3:])


def same(column, truth):
    found = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
    return np.array_equal(found.to_numpy(zero_copy_only=False), np.ravel(truth), equal_nan=True)


def test_casts():
    (a, at), (b, to) = drawn(1, 300, 3.0), drawn(2, 300, 3.0)
    velocity = np.random.default_rng(3).normal(size=(300, 3)) * 3
    for other in (None, velocity[::-1]):
        pairs = SHAPES[a], pose(at), SHAPES[b], pose(to)
        truth = cl.cast(*pairs, velocity, velocity_a=other, max_time=0.7)
        found = pa.array(
            arrow.casts(
                *(pa.array(a), lists(at), pa.array(b), lists(to), lists(velocity)),
                None if other is None else lists(other),
                shapes=SHAPES,
                max_time=0.7,
            )
        )
        assert {0, 1} <= set(truth.outcome.tolist())
        for name in arrow.CAST_FIELDS:
            assert same(found.field(name), getattr(truth, name)), name
    with pytest.raises(ValueError, match="velocity: lists must have 3 numbers, have 7"):
        arrow.casts(pa.array(a), None, pa.array(b), lists(to), lists(to), shapes=SHAPES)


def test_manifolds():
    (a, at), (b, to) = drawn(4, 300, 2.0), drawn(5, 300, 2.0)
    truth = cl.contact_manifold(SHAPES[a], pose(at), SHAPES[b], pose(to), 0.1)
    columns = pa.array(a), lists(at), pa.array(b), lists(to)
    found = pa.array(arrow.manifolds(*columns, shapes=SHAPES, max_distance=0.1))
    found.validate(full=True)
    for name in arrow.CONTACT_FIELDS:
        assert same(found.field(name), getattr(truth, name)), name
    points = found.field("points")
    assert points.value_lengths().to_pylist() == truth.counts.tolist() and truth.counts.max() > 1
    for name in ("depth", "point_a", "point_b", "key"):
        assert same(points.values.field(name), getattr(truth, name)), name
    holes = pa.array([None if i % 3 else int(k) for i, k in enumerate(a)])
    some = pa.array(arrow.manifolds(holes, *columns[1:], shapes=SHAPES, max_distance=0.1))
    some.validate(full=True)
    assert some.null_count == 200
    assert str(some.to_pylist()[::3]) == str(found.to_pylist()[::3])


def test_signed_distance():
    a, at = drawn(6, 200, 2.0)
    points = np.random.default_rng(7).uniform(0, 2, (200, 3))
    truth = cl.project_point(SHAPES[a], pose(at), points)
    found = pa.array(
        arrow.signed_distance(pa.array(a), lists(at), lists(points), shapes=SHAPES, threads=2)
    )
    assert (truth.signed_distance < 0).any() and (truth.signed_distance > 0).any()
    assert same(found.field("distance"), truth.signed_distance)
    assert same(found.field("point"), truth.point) and same(found.field("normal"), truth.normal)


def test_robot():
    path = "../assets/arm/arm.urdf"
    own = cl.Robot(path)
    low, high = own.limits.T
    q = np.random.default_rng(8).uniform(np.maximum(low, -3), np.minimum(high, 3), (50, len(low)))
    truth = own.nearest(q)
    found = pa.array(arrow.robot(lists(q), robot=path))
    for name in arrow.ROBOT_FIELDS:
        assert same(found.field(name), getattr(truth, name)), name
    ragged = pa.array([None, q[0].tolist()], pa.list_(pa.float64()))
    some = pa.array(arrow.robot(ragged, robot=own)).to_pylist()
    assert some[0] is None and some[1] == found[0].as_py()
    with pytest.raises(ValueError, match=r"q: lists must have \d numbers, a value a joint, have 7"):
        arrow.robot(lists(np.zeros((2, 7))), robot=path)


def all_pairs(ids, shape, at, within, group=None):
    """Each pair of bodies in one call, without boxes, cells or trees."""
    order = np.argsort(ids)
    ids, shape, at = ids[order], shape[order], at[order]
    i, j = np.triu_indices(len(ids), 1)
    if group is not None:
        group = group[order]
        keep = (group[i] != group[j]) | (group[i] < 0)
        i, j = i[keep], j[keep]
    found = cl.proximity(SHAPES[shape[i]], pose(at[i]), SHAPES[shape[j]], pose(at[j]))
    near = (found.status != 0) | (found.distance - found.gap <= within)
    rows = [ids[i[near]], ids[j[near]], *(getattr(found, name)[near] for name in arrow.FIELDS)]
    return dict(zip(("a", "b", *arrow.FIELDS), rows, strict=True))


def in_cells(ids, shape, at, within, grid, group=None):
    """The same, cell by cell."""
    groups = None if group is None else pa.array([int(g) if g >= 0 else None for g in group])
    columns = [pa.array(ids), pa.array(shape), lists(at)] + ([] if group is None else [groups])
    held = pa.array(arrow.cells(*columns[1:3], shapes=SHAPES, within=within, grid=grid))
    rows, cells = held.value_parent_indices().to_numpy(), held.flatten().to_numpy()
    of = {int(cell): rows[cells == cell] for cell in np.unique(cells)}
    large = [column.take(pa.array(of.get(arrow.LARGE, np.empty(0, int)))) for column in columns]
    parts = []
    for cell, own in of.items():
        some = [column.take(pa.array(own)) for column in columns]
        how = {"shapes": SHAPES, "within": within, "grid": grid, "cell": cell, "large": large}
        parts.append(pa.array(arrow.near(*some, **how)))
    found = pa.concat_arrays(parts)
    order = np.lexsort([found.field("b").to_numpy(), found.field("a").to_numpy()])
    return found.take(pa.array(order)), of


@pytest.mark.parametrize("within", [0.0, 0.3])
@pytest.mark.parametrize("bodies", [1, 20, 1000])
def test_cells_own_each_pair_once(within, bodies):
    count = 250
    shape, at = drawn(int(bodies + 10 * within), count, 6.0)
    at[:20] = at[20]  # duplicates
    at[40:80, :3] = at[40, :3] + np.random.default_rng(0).normal(size=(40, 3)) * 0.01
    ids = np.random.default_rng(1).permutation(10 * count)[:count]
    group = np.random.default_rng(2).integers(-1, 5, count)
    grid = arrow.grid(pa.array(shape), lists(at), shapes=SHAPES, within=within, bodies=bodies)
    for groups in (None, group):
        truth = all_pairs(ids, shape, at, within, groups)
        found, of = in_cells(ids, shape, at, within, grid, groups)
        assert len(truth["a"]) > 100
        for name, column in truth.items():
            assert same(found.field(name), column), name
        whole = pa.array(
            arrow.near(pa.array(ids), pa.array(shape), lists(at), shapes=SHAPES, within=within)
        )
        assert groups is not None or whole.equals(found)
    assert (len(of) > 1) == (bodies < count)


def test_bodies_too_large_for_cells(monkeypatch):
    slab, endless = cl.cuboid([50.0, 50.0, 0.05]), cl.half_space([0.0, 0.0, 1.0], 0.2)
    more = cl.Shapes([*(SHAPES[i] for i in range(3)), slab, endless])
    monkeypatch.setitem(globals(), "SHAPES", more)
    shape, at = drawn(9, 600, 30.0)
    shape[:4], shape[4] = 3, 4
    at[3:5, 3:] = [0.0, 0, 0, 1]
    ids = np.random.default_rng(1).permutation(600)
    grid = arrow.grid(pa.array(shape), lists(at), shapes=SHAPES, within=0.1, bodies=20)
    found, of = in_cells(ids, shape, at, 0.1, grid)
    assert {0, 1, 2, 3, 4} == set(of[arrow.LARGE].tolist()) and len(of) > 20
    assert 0 in of, "the cell in which the corners of those lie has bodies of its own"
    for name, column in all_pairs(ids, shape, at, 0.1).items():
        assert same(found.field(name), column), name


def test_many_pairs_some_at_a_time():
    from clearance._cells import Bodies, owned

    random = np.random.default_rng(3)
    low = random.uniform(0, 3, (300, 3))
    one = Bodies(np.arange(300), low, low + random.uniform(0, 1, (300, 3)), None)
    two = Bodies(np.arange(300), low + 0.1, low + 0.2, None)
    for other in (None, two):
        whole = np.concatenate(list(owned(None, 0, one, other)))
        for most in (1, 7, 500):
            some = list(owned(None, 0, one, other, most))
            assert np.array_equal(np.concatenate(some), whole) and len(some) > 2
        to = one if other is None else two
        meet = (one.low[:, None] <= to.high).all(2) & (to.low <= one.high[:, None]).all(2)
        truth = np.argwhere(np.triu(meet, 1) if other is None else meet)
        assert np.array_equal(whole, truth)


def test_slips_of_cells():
    shape, at = pa.array([0, 0]), lists(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="id: 5 stands for more than one body of a cell"):
        arrow.near(pa.array([5, 5]), shape, at, shapes=SHAPES, within=0.0)
    with pytest.raises(ValueError, match="within: must be a length"):
        arrow.near(pa.array([5, 6]), shape, at, shapes=SHAPES, within=-1.0)
    with pytest.raises(IndexError, match=r"shape\[1\]: names shape 7, but there are 3"):
        arrow.near(pa.array([5, 6]), pa.array([0, 7]), at, shapes=SHAPES, within=0.0)
    empty = pa.array(
        arrow.near(
            pa.array([], pa.int64()),
            pa.array([], pa.int64()),
            lists(np.zeros((0, 3))),
            shapes=SHAPES,
            within=0.0,
        )
    )
    assert len(empty) == 0 and empty.field("a").type == pa.int64()
    for verb in ("casts", "manifolds", "signed_distance", "robot", "cells", "near"):
        assert pickle.loads(pickle.dumps(getattr(arrow, verb))) is getattr(arrow, verb)
