"""Tensors and nulls of Arrow, judged by pyarrow's own reading of them and by the same rows without
Arrow."""

import numpy as np
import pytest

import clearance as cl
import clearance.arrow as arrow

pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")

SHAPES = cl.Shapes([cl.cuboid([2.0, 0.1, 0.3]), cl.ball(0.1), cl.cone(0.5, 0.25)])


def matrices(random, count):
    """Rigid matrices: rotations of random quaternions, and translations in half of the cases."""
    x, y, z, w = (q := random.normal(size=(4, count))) / np.linalg.norm(q, axis=0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    found = np.tile(np.eye(4), (count, 1, 1))
    found[:, :3, :3] = np.moveaxis(np.array(rows), 2, 0)
    found[:, :3, 3] = random.normal(size=(count, 3)) * random.integers(0, 2)
    return found


def tensors(stored, permutation, dtype="f8"):
    """Tensors whose storage has another order: as pyarrow reads them, they are of the order of
    their permutation."""
    stored = np.ascontiguousarray(stored, dtype)
    kind = pa.fixed_shape_tensor(
        pa.from_numpy_dtype(stored.dtype), stored.shape[1:], permutation=permutation
    )
    flat = pa.array(stored.ravel())
    width = int(np.prod(stored.shape[1:]))
    return pa.ExtensionArray.from_storage(kind, pa.FixedSizeListArray.from_arrays(flat, width))


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("permutation", [None, [0, 1], [1, 0]])
def test_tensors_are_read_as_pyarrow_reads_them(permutation, seed):
    random = np.random.default_rng(seed)
    count = int(random.integers(1, 30))
    a, b = random.integers(0, 3, size=(2, count))
    poses = matrices(random, count)
    stored = poses.transpose(0, 2, 1) if permutation == [1, 0] else poses
    column = tensors(stored, permutation)
    assert np.array_equal(column.to_numpy_ndarray(), poses)
    at = matrices(random, count)
    truth = cl.proximity(SHAPES[a], poses, SHAPES[b], at).distance
    found = arrow.proximity(pa.array(a), column, pa.array(b), tensors(at, None), shapes=SHAPES)
    assert np.array_equal(pa.array(found).field("distance").to_numpy(), truth)
    # Sliced, in chunks, and as rows of bodies.
    part = slice(count // 3, None)
    chunks = pa.chunked_array([column[: count // 2], column[count // 2 :]])
    for given in (column, chunks):
        found = arrow.proximity(
            *(pa.array(a[part]), given[count // 3 :]),
            *(pa.array(b[part]), tensors(at[part], None)),
            shapes=SHAPES,
        )
        assert np.array_equal(pa.array(found).field("distance").to_numpy(), truth[part])
    rows = pa.array(np.arange(count))
    found = arrow.proximity(rows, None, rows, shapes=SHAPES, bodies=(pa.array(a), column))
    same = cl.proximity(SHAPES[a], poses, SHAPES[a], poses).distance
    assert np.array_equal(pa.array(found).field("distance").to_numpy(), same)


def test_a_pose_stored_by_columns_is_not_its_inverse():
    turned = matrices(np.random.default_rng(0), 1)
    by_columns = np.ascontiguousarray(turned.transpose(0, 2, 1)).transpose(0, 2, 1)
    column = pa.FixedShapeTensorArray.from_numpy_ndarray(by_columns)
    assert column.type.permutation == [1, 0]
    zero = pa.array([0])
    found = arrow.proximity(zero, column, zero, None, shapes=SHAPES)
    truth = cl.proximity(SHAPES[0], turned[0], SHAPES[0], None).distance
    assert pa.array(found).field("distance")[0].as_py() == pytest.approx(truth, abs=1e-12)


@pytest.mark.parametrize("shape", [(2, 8), (8, 2), (2, 2, 4), (3, 1), (1, 7), (3, 4)])
def test_tensors_of_other_shapes_are_refused(shape):
    column = tensors(np.zeros((1, *shape)), None)
    zero = pa.array([0])
    with pytest.raises(ValueError, match=r"pose_b: tensors must be of 7 numbers"):
        arrow.intersects(zero, None, zero, column, shapes=SHAPES)


def test_types_with_a_meaning_of_their_own_are_refused():
    class Reversed(pa.ExtensionType):
        def __init__(self, storage):
            super().__init__(storage, "test.reversed")

        def __arrow_ext_serialize__(self):
            return b""

        @classmethod
        def __arrow_ext_deserialize__(cls, storage, serialized):
            return cls(storage)

    zero = pa.array([0])
    triples = pa.array([[0.0, 0.0, 0.0]], pa.list_(pa.float64(), 3))
    other = pa.ExtensionArray.from_storage(Reversed(triples.type), triples)
    with pytest.raises(TypeError, match="pose_b: is of the extension type 'test.reversed'; pass"):
        arrow.intersects(zero, None, zero, other, shapes=SHAPES)
    index = pa.ExtensionArray.from_storage(Reversed(pa.int64()), zero)
    with pytest.raises(TypeError, match="a: is of the extension type 'test.reversed'; pass its"):
        arrow.intersects(index, None, zero, None, shapes=SHAPES)


LISTS = {
    "fixed": lambda width: pa.list_(pa.float64(), width),
    "list": lambda width: pa.list_(pa.float64()),
    "large": lambda width: pa.large_list(pa.float32()),
}


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("width", [3, 7, 16])
def test_a_row_with_a_null_in_it_is_null(kind, width, seed):
    """Nulls of the row, of its numbers, and of its indices; everything else as without nulls."""
    random = np.random.default_rng(seed)
    count = int(random.integers(1, 20))

    def poses():
        rows = matrices(random, count)
        if width == 16:
            rows = rows.reshape(count, 16)
        elif width == 3:
            rows = rows[:, :3, 3]
        else:
            rows = np.concatenate([rows[:, :3, 3], np.tile([0, 0, 0, 1.0], (count, 1))], axis=1)
        return rows.astype("f4").astype("f8")

    def with_nulls(rows):
        """As lists, and which of them have no null."""
        lists = rows.tolist()
        valid = np.ones(len(lists), bool)
        for i in np.flatnonzero(random.random(len(lists)) < 0.3):
            valid[i] = False
            if isinstance(lists[i], list) and random.random() < 0.7:
                for k in random.integers(0, width, size=random.integers(1, 4)):
                    lists[i][k] = None
            else:
                lists[i] = None
        return lists, valid

    a, b = random.integers(0, 3, size=(2, count))
    at, to = poses(), poses()
    columns, valid = zip(*map(with_nulls, (a, at, b, to)), strict=True)
    lists = LISTS[kind](width)
    types = (pa.int64(), lists, pa.int32(), lists)
    given = [pa.array(column, of) for column, of in zip(columns, types, strict=True)]
    pose = [
        {3: lambda p: p, 7: lambda p: cl.Pose.xyzw(p[:, :3], p[:, 3:])}.get(
            width, lambda p: cl.Pose.matrix(p.reshape(-1, 4, 4))
        )(p)
        for p in (at, to)
    ]
    # float32 matrices are as rigid as they are rounded.
    truth = cl.proximity(SHAPES[a], pose[0], SHAPES[b], pose[1]).distance
    whole = np.logical_and.reduce(valid)
    expected = [x if is_whole else None for x, is_whole in zip(truth.tolist(), whole, strict=True)]
    cut = int(random.integers(0, count + 1))
    chunked = [pa.chunked_array([column[:cut], column[cut:]]) for column in given]
    for columns in (given, chunked):
        found = pa.array(arrow.proximity(*columns, shapes=SHAPES))
        found.validate(full=True)
        assert [row and row["distance"] for row in found.to_pylist()] == expected
        flags = pa.array(arrow.intersects(*columns, shapes=SHAPES)).to_pylist()
        assert [flag is None for flag in flags] == [not is_whole for is_whole in whole]
    if count > 1:
        part = [column.slice(1) for column in given]
        found = pa.array(arrow.proximity(*part, shapes=SHAPES))
        assert [row and row["distance"] for row in found.to_pylist()] == expected[1:]
    rows = pa.array(np.arange(count))
    found = pa.array(arrow.intersects(rows, None, rows, shapes=SHAPES, bodies=tuple(given[:2])))
    assert [flag is None for flag in found.to_pylist()] == (~(valid[0] & valid[1])).tolist()
