"""Models of pinocchio and MuJoCo: with stand-ins of a few lines, and with the libraries themselves
if they are installed."""

import pickle
from types import SimpleNamespace as Like

import numpy as np
import pytest

import clearance as cl
import clearance.mujoco
from clearance.pinocchio import Pairs, from_pinocchio


def turned(axis, angle, at):
    """A rigid matrix, by Rodrigues' formula."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    matrix = np.eye(4)
    matrix[:3, :3] += np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    matrix[:3, 3] = at
    return matrix


# The parts of coal's classes that are read.
class Sphere(Like):
    pass


class Box(Like):
    pass


class Capsule(Like):
    pass


class Cylinder(Like):
    pass


class Cone(Like):
    pass


class Ellipsoid(Like):
    pass


class Halfspace(Like):
    pass


class TriangleP(Like):
    pass


class ConvexBase(Like):
    def points(self):
        return self.corners


class BVHModelOBBRSS(Like):
    def vertices(self):
        return self.corners

    @property
    def num_tris(self):
        return len(self.faces)

    def tri_indices(self, k):
        return Triangle(self.faces[k])


class Triangle:
    """As coal's: three items, but neither a length nor an iterator."""

    def __init__(self, corners):
        self._corners = corners

    def __getitem__(self, i):
        if not 0 <= i < 3:
            raise SystemError("an item that is not there")
        return self._corners[i]

    def __iter__(self):
        raise SystemError("returned a result with an exception set")


class OcTree(Like):
    pass


TETRAHEDRON = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]]
GEOMETRIES = {
    "ball": (Sphere(radius=0.5), [0.5, 0.5, 0.5]),
    "box": (Box(halfSide=np.array([[1.0], [2.0], [3.0]])), [1.0, 2.0, 3.0]),
    "capsule": (Capsule(halfLength=1.0, radius=0.25), [0.25, 0.25, 1.25]),
    "cylinder": (Cylinder(halfLength=1.0, radius=0.25), [0.25, 0.25, 1.0]),
    "cone": (Cone(halfLength=1.0, radius=0.25), [0.0, 0.0, 1.0]),
    "ellipsoid": (Ellipsoid(radii=np.array([1.0, 2.0, 3.0])), [1.0, 2.0, 3.0]),
    "hull": (ConvexBase(corners=TETRAHEDRON), [1.0, 1.0, 1.0]),
    "mesh": (BVHModelOBBRSS(corners=TETRAHEDRON, faces=FACES), [1.0, 1.0, 1.0]),
    "triangle": (TriangleP(a=TETRAHEDRON[1], b=TETRAHEDRON[2], c=TETRAHEDRON[3]), [1.0, 1.0, 1.0]),
    "grown": (Sphere(radius=0.5, getSweptSphereRadius=lambda: 0.1), [0.6, 0.6, 0.6]),
}


def model(geometries, pairs):
    return Like(
        geometryObjects=[
            Like(name=name, geometry=geometry) for name, geometry in geometries.items()
        ],
        collisionPairs=[Like(first=i, second=j) for i, j in pairs],
    )


@pytest.mark.parametrize("name", GEOMETRIES)
def test_geometries_are_as_long_as_those_of_coal(name):
    geometry, reach = GEOMETRIES[name]
    # How far it reaches along x, y and z: the apex of a cone is at +z.
    far = from_pinocchio(
        model({name: geometry, "wall": Halfspace(n=np.array([1.0, 0, 0]), d=0.0)}, [(0, 1)])
    )
    for axis, length in enumerate(reach):
        # The wall's free side is in the direction of the axis.
        turn = [
            turned([0, 0, 1], np.pi, [9, 0, 0]),
            turned([0, 0, 1], -np.pi / 2, [0, 9, 0]),
            turned([0, 1, 0], np.pi / 2, [0, 0, 9]),
        ][axis]
        found = cl.proximity(*far.placed(np.array([np.eye(4), turn])))
        # A cone is widest at its base, at -z.
        length = 0.25 if name == "cone" and axis < 2 else length
        assert found.distance[0] == pytest.approx(9.0 - length, abs=1e-12)


def test_pairs_names_and_a_trajectory():
    pairs = from_pinocchio(
        model(
            {"hand": Sphere(radius=1.0), "arm": Sphere(radius=0.5), "cup": Sphere(radius=0.5)},
            [(0, 2), (1, 2)],
        )
    )
    assert repr(pairs) == "<2 pairs of 3 bodies>" and pairs.named(1) == ("arm", "cup")
    at = np.tile(np.eye(4), (50, 3, 1, 1))
    at[:, 0, 0, 3] = np.linspace(3.0, 8.0, 50)
    at[:, 1, 1, 3] = 4.0
    found = cl.proximity(*pairs.placed(at))
    assert found.distance.shape == (50, 2)
    assert np.allclose(found.distance, np.stack([at[:, 0, 0, 3] - 1.5, np.full(50, 3.0)], axis=1))
    data = Like(oMg=[Like(homogeneous=matrix) for matrix in at[7]])
    assert np.array_equal(cl.proximity(*pairs.placed(data)).distance, found.distance[7])
    sent = pickle.loads(pickle.dumps(pairs))
    assert np.array_equal(cl.proximity(*sent.placed(data)).distance, found.distance[7])
    with pytest.raises(
        ValueError,
        match=r"where: must be matrices \(..., 3, 4, 4\), one a body, has shape \(2, 4, 4\)",
    ):
        pairs.placed(at[0, :2])


def test_what_is_no_convex_shape_is_named():
    with pytest.raises(ValueError, match="map: OcTree is no convex shape"):
        from_pinocchio(model({"map": OcTree()}, []))
    dented = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0.6, 0.2, 0], [0, 0, 1.0]])
    faces = [[0, 3, 1], [3, 2, 1], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]
    bowl = model({"bowl": BVHModelOBBRSS(corners=dented, faces=faces)}, [])
    with pytest.raises(ValueError, match="bowl: mesh: is not convex"):
        from_pinocchio(bowl)
    assert len(from_pinocchio(bowl, hulls=True).shapes) == 1
    with pytest.raises(IndexError, match="pairs: names body 2, but there are 1"):
        Pairs([cl.ball(1.0)], ["a"], [[0, 2]])
    with pytest.raises(TypeError, match="pairs: must be of integers, is of float64"):
        Pairs([cl.ball(1.0)], ["a"], [[0.5, 0]])
    with pytest.raises(ValueError, match="names: there are 2, but 1 shapes"):
        Pairs([cl.ball(1.0)], ["a", "b"], [])


def mujoco_like():
    """A plane, a box on a base, an arm of the base, a finger of the arm, a free ball."""
    types = [0, 6, 3, 2, 2]
    names = ["floor", "base", "arm", "", "ball"]
    return Like(
        ngeom=5,
        geom=lambda i: Like(name=names[i]),
        geom_type=np.array(types),
        geom_size=np.array([[0, 0, 1.0], [1, 1, 1], [0.2, 1.0, 0], [0.3, 0, 0], [0.5, 0, 0]]),
        geom_bodyid=np.arange(5),
        body_weldid=np.array([0, 1, 2, 3, 4]),
        body_parentid=np.array([0, 0, 1, 2, 0]),
        body_dofnum=np.array([0, 6, 1, 1, 6]),
        nbody=5,
        nflex=0,
        geom_contype=np.array([1, 1, 1, 1, 2]),
        geom_conaffinity=np.array([1, 1, 1, 1, 1]),
        exclude_signature=np.array([(0 << 16) + 1]),
        pair_geom1=np.array([4]),
        pair_geom2=np.array([2]),
        opt=Like(disableflags=0),
    )


def test_mujoco_geoms_and_filters():
    pairs = clearance.mujoco.pairs(mujoco_like())
    # Without floor and base (excluded), base and arm, arm and finger (parent and child); the
    # model's own pair comes once.
    assert pairs.pairs.tolist() == [[0, 2], [0, 3], [0, 4], [1, 3], [1, 4], [2, 4], [3, 4]]
    assert pairs.names[3] == "geom 3"
    data = Like(
        geom_xpos=np.array([[0, 0, 0.0], [0, 0, 2], [0, 0, 5], [0, 0, 7], [4, 0, 5]]),
        geom_xmat=np.tile(np.eye(3).ravel(), (5, 1)),
    )
    pairs = pickle.loads(pickle.dumps(pairs))
    distance = dict(
        zip(
            map(tuple, pairs.pairs.tolist()),
            cl.proximity(*pairs.placed(data)).distance,
            strict=True,
        )
    )
    assert distance[0, 2] == pytest.approx(3.8, abs=1e-12), (
        "the arm stands along z, from 3.8 to 6.2"
    )
    assert distance[2, 4] == pytest.approx(3.3, abs=1e-12)
    assert distance[0, 4] == pytest.approx(4.5, abs=1e-12)
    assert len(clearance.mujoco.pairs(mujoco_like(), leave_out=["floor"]).pairs) == 4
    with pytest.raises(ValueError, match="leave_out: there is no geom 'flor'"):
        clearance.mujoco.pairs(mujoco_like(), leave_out=["flor"])
    wrong = mujoco_like()
    wrong.geom_type[1] = 1
    with pytest.raises(
        ValueError, match="base: is a height field, no convex shape; name it in leave_out"
    ):
        clearance.mujoco.pairs(wrong)
    with pytest.raises(ValueError, match="data: has 4 geoms, but model has 5"):
        clearance.mujoco.pairs(mujoco_like(), Like(geom_xpos=np.zeros((4, 3))))


def test_pinocchio_itself():
    pinocchio = pytest.importorskip("pinocchio", reason="pip install pin")
    coal = pytest.importorskip("coal", reason="pip install coal")
    robot = pinocchio.buildSampleModelHumanoid()
    geometries = pinocchio.buildSampleGeometryModelHumanoid(robot)
    geometries.addAllCollisionPairs()
    pairs = from_pinocchio(geometries)
    data, placed = robot.createData(), geometries.createData()
    pinocchio.seed(3)
    wrong = []
    for _ in range(5):
        pinocchio.updateGeometryPlacements(
            robot,
            data,
            geometries,
            placed,
            pinocchio.randomConfiguration(robot, -np.ones(robot.nq), np.ones(robot.nq)),
        )
        found = cl.proximity(*pairs.placed(placed))
        for k, (i, j) in enumerate(pairs.pairs.tolist()):
            ask, result = coal.DistanceRequest(), coal.DistanceResult()
            one, other = (geometries.geometryObjects[n].geometry for n in (i, j))
            stands = [
                coal.Transform3s(placed.oMg[n].rotation, placed.oMg[n].translation) for n in (i, j)
            ]
            theirs = coal.distance(one, stands[0], other, stands[1], ask, result)
            if abs(theirs - found.distance[k]) > 1e-5:
                wrong.append((pairs.named(k), theirs, found.distance[k]))
    assert len(pairs.pairs) > 300 and not wrong, wrong


def test_mujoco_itself():
    mujoco = pytest.importorskip("mujoco", reason="pip install mujoco")
    model = mujoco.MjModel.from_xml_string("""
    <mujoco>
      <asset><mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1  .3 .4 .5"/></asset>
      <worldbody>
        <geom name="floor" type="plane" size="1 1 1"/>
        <body name="base" pos="0 0 2"><freejoint/>
          <geom name="base" type="box" size=".3 .2 .1"/>
          <body name="arm" pos="0 0 .5"><joint axis="1 0 0"/>
            <geom name="arm" type="capsule" size=".1 .4"/>
            <body name="hand" pos="0 0 .6"><joint axis="0 1 0"/>
              <geom name="hand" type="cylinder" size=".2 .1"/></body>
          </body>
        </body>
        <body name="egg" pos="1 0 2"><freejoint/>
          <geom name="egg" type="ellipsoid" size=".3 .2 .1"/></body>
        <body name="wedge" pos="-1 .2 2"><freejoint/>
          <geom name="wedge" type="mesh" mesh="wedge"/></body>
        <body name="ball" pos="0 1 2"><freejoint/>
          <geom name="ball" type="sphere" size=".2"/></body>
      </worldbody>
      <contact><exclude body1="base" body2="egg"/></contact>
    </mujoco>""")
    data = mujoco.MjData(model)
    random = np.random.default_rng(4)
    pairs = clearance.mujoco.pairs(model, data)
    named = {frozenset(pairs.named(k)) for k in range(len(pairs.pairs))}
    assert frozenset(("base", "arm")) not in named and frozenset(("base", "egg")) not in named
    assert frozenset(("base", "hand")) in named and frozenset(("floor", "base")) in named
    for _ in range(10):
        data.qpos[:] = random.normal(size=model.nq)
        mujoco.mj_normalizeQuat(model, data.qpos)
        data.qpos[2::7][:1] += 3.0
        mujoco.mj_forward(model, data)
        found = cl.proximity(*pairs.placed(data))
        for k, (i, j) in enumerate(pairs.pairs.tolist()):
            # MuJoCo measures depths by another rule, and has no distances to planes.
            if 0 not in (i, j) and found.distance[k] > 0.0:
                theirs = mujoco.mj_geomDistance(model, data, i, j, 100.0, np.zeros(6))
                assert theirs == pytest.approx(found.distance[k], abs=2e-3), pairs.named(k)
        # And pairs that touch in MuJoCo touch here.
        touching = {frozenset((int(one), int(other))) for one, other in data.contact.geom}
        ours = {
            frozenset(pair)
            for pair, near in zip(pairs.pairs.tolist(), found.distance, strict=True)
            if near < 1e-3
        }
        assert touching <= ours
