"""What `clearance.mujoco` and `clearance.pinocchio` take over, judged by MuJoCo, coal and pinocchio
themselves where they are installed."""

import itertools

import numpy as np
import pytest

import clearance as cl
import clearance.mujoco
from clearance.pinocchio import from_pinocchio


@pytest.fixture
def mujoco(tmp_path, monkeypatch):
    # Where it writes its log.
    monkeypatch.chdir(tmp_path)
    return pytest.importorskip("mujoco", reason="pip install mujoco")


def random_model(random):
    """A model whose geoms all overlap, so that MuJoCo has a contact for each pair that it checks;
    and how many geoms it has."""
    count = itertools.count()

    def bit(n):
        return int(random.integers(0, 2**n))

    def geoms():
        return "".join(
            f'<geom name="g{next(count)}" size=".5" contype="{bit(2)}" conaffinity="{bit(2)}"/>'
            for _ in range(random.integers(1, 3))
        )

    def body(depth):
        kind = random.integers(0, 4)
        mocap = depth == 0 and kind == 0
        joint = "" if mocap or kind == 1 else ("<freejoint/>" if depth == 0 else "<joint/>")
        name = f"b{next(count)}"
        bodies.append(name)
        inner = geoms()
        inner += "".join(body(depth + 1) for _ in range(random.integers(0, 3)) if depth < 3)
        return f'<body name="{name}" mocap="{str(mocap).lower()}">{joint}{inner}</body>'

    bodies: list[str] = []
    world = geoms() + "".join(body(0) for _ in range(random.integers(0, 4)))
    names = [f"g{i}" for i in range(next(count)) if f'"g{i}"' in world]
    some = ""
    for _ in range(random.integers(0, 4)):
        one, other = random.choice(names, 2, replace=False) if len(names) > 1 else names * 2
        if one != other:
            some += f'<pair geom1="{one}" geom2="{other}"/>'
    for _ in range(random.integers(0, 3)):
        if len(bodies) > 1:
            one, other = random.choice(bodies, 2, replace=False)
            some += f'<exclude body1="{one}" body2="{other}"/>'
    flag = random.choice(["enable", "disable"])
    return (
        f'<mujoco><option><flag filterparent="{flag}"/></option><size memory="64M"/>'
        f"<worldbody>{world}</worldbody><contact>{some}</contact></mujoco>"
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_pairs_are_those_that_mujoco_checks(mujoco, seed):
    random = np.random.default_rng(seed)
    model = None
    while model is None:
        try:
            model = mujoco.MjModel.from_xml_string(random_model(random))
        except ValueError:
            # A pair or an exclusion that is there twice.
            continue
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    pairs = clearance.mujoco.pairs(model, data)
    theirs = {tuple(sorted(map(int, pair))) for pair in data.contact.geom}
    assert set(map(tuple, pairs.pairs.tolist())) == theirs


def of_hull(points, most):
    listed = " ".join(map(str, points.ravel()))
    return f"""<mujoco><asset><mesh name="m" vertex="{listed}" {most}/></asset><worldbody>
      <body><freejoint/><geom type="mesh" mesh="m"/></body>
      <body name="b"><freejoint/><geom name="ball" size=".1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("most", ["", 'maxhullvert="6"', 'maxhullvert="12"'])
def test_meshes_are_the_hulls_that_mujoco_collides(mujoco, most, seed):
    random = np.random.default_rng(seed)
    points = random.normal(size=(60, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    model = mujoco.MjModel.from_xml_string(of_hull(points, most))
    data = mujoco.MjData(model)
    way = random.normal(size=3)
    data.qpos[7:10] = 3.0 * way / np.linalg.norm(way)
    mujoco.mj_forward(model, data)
    [ours] = cl.proximity(*clearance.mujoco.pairs(model, data).placed(data)).distance
    theirs = mujoco.mj_geomDistance(model, data, 0, 1, 100.0, np.zeros(6))
    assert ours == pytest.approx(theirs, abs=1e-4)


NAMED = """<mujoco><worldbody>
  <body><freejoint/><geom name="a" size=".5"/></body>
  <body><freejoint/><geom name="b" size=".5"/></body>
  <body><freejoint/><geom name="ab" size=".5"/></body>
  <body><freejoint/><geom name="geom 4" size=".5"/></body>
  <body><freejoint/><geom size=".5"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("given", [list, tuple, set, iter, lambda names: (n for n in names)])
def test_what_is_left_out_is_what_is_named(mujoco, given):
    model = mujoco.MjModel.from_xml_string(NAMED)
    every = ["a", "b", "ab", "geom 4", "geom 4 (unnamed)"]
    for count in range(5):
        for names in itertools.combinations(every, count):
            pairs = clearance.mujoco.pairs(model, leave_out=given(names))
            assert pairs.names == [name for name in every if name not in names]
            assert len(pairs.pairs) == len(pairs.names) * (len(pairs.names) - 1) // 2
            assert pairs.left_out == [repr(name) for name in every if name in names]
            assert all(repr(name) in repr(pairs) for name in names)


def test_slips_with_what_is_left_out(mujoco):
    model = mujoco.MjModel.from_xml_string(NAMED)
    with pytest.raises(TypeError, match=r"leave_out: is one name; pass a list of names, \['ab'\]"):
        clearance.mujoco.pairs(model, leave_out="ab")
    with pytest.raises(ValueError, match="leave_out: there is no geom 'c'"):
        clearance.mujoco.pairs(model, leave_out=iter(["a", "c"]))
    with pytest.raises(ValueError, match="where: its geoms have no poses yet; call mujoco.mj_kin"):
        clearance.mujoco.pairs(model).placed(mujoco.MjData(model))


def test_flexes_are_named_or_left_out(mujoco):
    model = mujoco.MjModel.from_xml_string("""<mujoco><worldbody>
      <geom name="floor" type="plane" size="1 1 1"/>
      <flexcomp name="cloth" type="grid" count="3 3 1" dim="2" spacing=".1 .1 .1" radius=".01"
        mass="1"/></worldbody></mujoco>""")
    with pytest.raises(ValueError, match="cloth: is a flex, no convex shape; name it in leave_out"):
        clearance.mujoco.pairs(model)
    pairs = clearance.mujoco.pairs(model, leave_out=["cloth"])
    assert pairs.left_out == ["'cloth'"] and "without 'cloth'" in repr(pairs)


def test_many_geoms_take_no_time(mujoco):
    many = '<body><freejoint/><geom size=".1"/></body>' * 1500
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><size memory="1M"/><worldbody>{many}</worldbody></mujoco>'
    )
    assert len(clearance.mujoco.pairs(model).pairs) == 1500 * 1499 // 2


@pytest.fixture
def pin():
    pytest.importorskip("coal", reason="pip install coal")
    return pytest.importorskip("pinocchio", reason="pip install pin")


def box_of_triangles(half):
    corners = np.array(list(itertools.product(*([-x, x] for x in half))))
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
             [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]  # fmt: skip
    return corners, faces


def by_sub_model(coal, corners, faces):
    points, triangles = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    points.extend(list(corners))
    triangles.extend([coal.Triangle(*face) for face in faces])
    model = coal.BVHModelOBBRSS()
    model.beginModel(len(faces), len(corners))
    model.addSubModel(points, triangles)
    model.endModel()
    return model


def by_triangles(coal, corners, faces):
    model = coal.BVHModelOBB()
    model.beginModel(len(faces), len(corners))
    for face in faces:
        model.addTriangle(*(corners[i] for i in face))
    model.endModel()
    return model


@pytest.mark.parametrize("make", [by_sub_model, by_triangles])
@pytest.mark.parametrize("hulls", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_meshes_of_coal_are_taken(pin, make, hulls, seed):
    import coal

    random = np.random.default_rng(seed)
    half = random.uniform(0.5, 2.0, size=3)
    mesh = make(coal, *box_of_triangles(half))
    model = pin.GeometryModel()
    for name, shape in (("mesh", mesh), ("ball", coal.Sphere(0.25))):
        model.addGeometryObject(pin.GeometryObject(name, 0, 0, pin.SE3.Identity(), shape))
    model.addCollisionPair(pin.CollisionPair(0, 1))
    at = np.tile(np.eye(4), (2, 1, 1))
    at[1, :3, 3] = random.normal(size=3) * 4.0
    beyond = np.maximum(np.abs(at[1, :3, 3]) - half, 0.0)
    if beyond.any():
        [found] = cl.proximity(*from_pinocchio(model, hulls=hulls).placed(at)).distance
        assert found == pytest.approx(np.linalg.norm(beyond) - 0.25, abs=1e-12)


def test_a_urdf_with_a_mesh(pin, tmp_path):
    corners, faces = box_of_triangles([1.0, 2.0, 3.0])
    with open(tmp_path / "box.stl", "w") as file:
        file.write("solid box\n")
        for face in faces:
            file.write("facet normal 0 0 0\nouter loop\n")
            file.writelines("vertex {} {} {}\n".format(*corners[i]) for i in face)
            file.write("endloop\nendfacet\n")
        file.write("endsolid\n")
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="l"><collision><geometry><mesh filename="box.stl"/>'
        "</geometry></collision></link></robot>"
    )
    model = pin.buildModelFromUrdf(str(tmp_path / "r.urdf"))
    geometries = pin.buildGeomFromUrdf(
        model, str(tmp_path / "r.urdf"), pin.GeometryType.COLLISION, None, str(tmp_path)
    )
    [shape] = from_pinocchio(geometries).shapes
    assert np.array_equal(cl.bounding_box(shape, None).max, [1.0, 2.0, 3.0])


@pytest.mark.parametrize("seed", range(20))
def test_what_pinocchio_switches_off_is_off(pin, seed):
    import coal

    random = np.random.default_rng(seed)
    model = pin.GeometryModel()
    for i in range(6):
        model.addGeometryObject(
            pin.GeometryObject(f"{i}", i, i, pin.SE3.Identity(), coal.Sphere(0.5))
        )
    model.addAllCollisionPairs()
    for i in range(6):
        model.geometryObjects[i].disableCollision = bool(random.integers(0, 3) == 0)
    data = model.createData()
    for i in range(len(model.collisionPairs)):
        if random.integers(0, 3) == 0:
            data.deactivateCollisionPair(i)
    # All balls are in one place, so each pair that pinocchio looks at collides.
    for i in range(6):
        data.oMg[i] = pin.SE3.Identity()
    pin.computeCollisions(model, data, False)
    theirs = [
        (pair.first, pair.second)
        for pair, result in zip(model.collisionPairs, data.collisionResults, strict=True)
        if result.isCollision()
    ]
    pairs = from_pinocchio(model, data)
    assert list(map(tuple, pairs.pairs.tolist())) == theirs
    assert sum(int(text.split()[0]) for text in pairs.left_out) == 15 - len(theirs)
    assert from_pinocchio(model).left_out[:1] == [
        text for text in pairs.left_out if "disableCollision" in text
    ]
