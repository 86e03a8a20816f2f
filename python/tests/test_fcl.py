"""clearance.fcl: python-fcl's interface; closed forms judge the answers."""

import itertools
import math
import warnings

import numpy as np
import pytest

import clearance
import clearance.fcl as fcl

FACES = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]])
TETRAHEDRON = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
CUBE = np.array(list(itertools.product([-0.5, 0.5], repeat=3)))
QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def surface(vertices, triangles):
    model = fcl.BVHModel()
    model.beginModel(len(triangles), len(vertices))
    model.addSubModel(vertices, triangles)
    model.endModel()
    return model


def cube_mesh():
    return surface(CUBE, np.array([t for a, b, c, d in QUADS for t in ([a, b, c], [a, c, d])]))


def convex_cube():
    return fcl.Convex(CUBE, 6, np.array([[4, *quad] for quad in QUADS]).ravel())


def kinds():
    up = np.array([0.0, 0.0, 1.0])
    return {
        "box": fcl.Box(1, 1, 1),
        "sphere": fcl.Sphere(0.5),
        "ellipsoid": fcl.Ellipsoid(0.5, 0.4, 0.3),
        "capsule": fcl.Capsule(0.3, 0.8),
        "cone": fcl.Cone(0.5, 1.0),
        "cylinder": fcl.Cylinder(0.5, 1.0),
        "convex": convex_cube(),
        "half-space": fcl.Halfspace(up, 0.1),
        "plane": fcl.Plane(up, 0.05),
        "triangle": fcl.TriangleP(*0.8 * np.array([[-1.0, -1, 0], [1, -1, 0], [0, 1, 0]])),
        "mesh": cube_mesh(),
    }


def at(geometry, *where):
    return fcl.CollisionObject(geometry, fcl.Transform(*map(np.array, where)))


def signed(o1, o2):
    result = fcl.DistanceResult()
    request = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)
    assert fcl.distance(o1, o2, request, result) == result.min_distance
    return result


def contacts(o1, o2, most=1000):
    result = fcl.CollisionResult()
    count = fcl.collide(o1, o2, fcl.CollisionRequest(most, enable_contact=True), result)
    assert count == len(result.contacts) and result.is_collision == (count > 0)
    return result.contacts


@pytest.mark.parametrize(("one", "other"), [*itertools.product(kinds(), kinds())])
def test_every_ordered_pair_of_kinds_is_answered_and_mirrored(one, other):
    geometry1, geometry2 = kinds()[one], kinds()[other]
    for height in (0.2, 3.0):
        o1, o2 = at(geometry1, [0.0, 0, 0]), at(geometry2, [0.05, 0.03, height])
        there, back = signed(o1, o2), signed(o2, o1)
        assert there.min_distance == pytest.approx(back.min_distance, abs=1e-9)
        found = contacts(o1, o2)
        assert bool(found) == (there.min_distance <= 0.0) == bool(contacts(o2, o1))
        if there.min_distance > 0.0:
            between = there.nearest_points[1] - there.nearest_points[0]
            assert np.linalg.norm(between) == pytest.approx(there.min_distance)
            continue
        assert max(c.penetration_depth for c in found) == pytest.approx(
            -there.min_distance, abs=1e-9
        )
        for contact in found:
            assert contact.o1 is geometry1 and contact.o2 is geometry2
            assert np.linalg.norm(contact.normal) == pytest.approx(1.0)
            assert (contact.b1 >= 0) == (one == "mesh") and (contact.b2 >= 0) == (other == "mesh")
        unsigned = fcl.DistanceResult()
        least = -1.0 if there.min_distance < 0.0 else 0.0
        assert fcl.distance(o1, o2, None, unsigned) == unsigned.min_distance == least


@pytest.mark.parametrize(
    ("geometry", "top", "bottom"),
    [
        (fcl.Box(1, 2, 3), 1.5, -1.5),
        (fcl.Sphere(0.5), 0.5, -0.5),
        (fcl.Ellipsoid(1, 2, 3), 3.0, -3.0),
        (fcl.Capsule(0.25, 2.0), 1.25, -1.25),
        (fcl.Cylinder(0.25, 2.0), 1.0, -1.0),
        (fcl.Cone(0.25, 2.0), 1.0, -1.0),
        (fcl.Plane(np.array([0, 0, 2.0]), 1.0), 0.5, 0.5),
    ],
)
def test_sizes_are_full_lengths_along_local_z(geometry, top, bottom):
    for z, expected in ((5.0, 5.0 - top - 0.125), (-5.0, 5.0 + bottom - 0.125)):
        probe = at(fcl.Sphere(0.125), [0.0, 0.0, z])
        assert fcl.distance(at(geometry), probe) == pytest.approx(expected)


def test_the_apex_of_a_cone_is_up():
    sphere = fcl.Sphere(0.1)
    at_apex, at_base = at(sphere, [0.4, 0.0, 0.5]), at(sphere, [0.4, 0.0, -0.5])
    assert contacts(at(fcl.Cone(0.5, 1.0)), at_apex) == []
    assert len(contacts(at(fcl.Cone(0.5, 1.0)), at_base)) == 1


def test_a_half_space_is_solid_below_and_a_plane_on_neither_side():
    up = np.array([0.0, 0.0, 1.0])
    ball = fcl.Sphere(0.5)
    floor, plane = at(fcl.Halfspace(up, 0.0)), at(fcl.Plane(up, 0.0))
    for z, of_floor, of_plane in ((2.0, 1.5, 1.5), (-2.0, -2.5, 1.5), (-0.25, -0.75, -0.25)):
        assert signed(floor, at(ball, [0, 0, z])).min_distance == pytest.approx(of_floor)
        assert signed(plane, at(ball, [0, 0, z])).min_distance == pytest.approx(of_plane)
    [contact] = contacts(plane, at(ball, [0.0, 0.0, -0.25]))
    assert contact.normal == pytest.approx([0, 0, -1]) and contact.penetration_depth == 0.25


def test_transforms_take_what_python_fcl_takes():
    half = math.sqrt(0.5)
    turn = [[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]
    move = [1.0, 2.0, 3.0]
    for made in (
        fcl.Transform(np.array(turn), np.array(move)),
        fcl.Transform(np.array([half, 0, 0, half]), move),
        fcl.Transform(fcl.Transform(turn, [move])),
    ):
        assert made.getRotation() == pytest.approx(np.array(turn))
        assert made.getTranslation().tolist() == move
        assert made.getQuatRotation() == pytest.approx([half, 0, 0, half])
    assert fcl.Transform().getRotation().tolist() == np.eye(3).tolist()
    assert fcl.Transform(np.array(move)).getTranslation().tolist() == move
    assert fcl.Transform(np.array([0, 1, 0, 0])).getRotation() == pytest.approx(
        np.diag([1, -1, -1])
    )


@pytest.mark.parametrize(
    "quaternion",
    [[1, 0, 0, 0], [0.1, 0.9, 0.2, 0.3], [0.1, 0.2, 0.9, 0.3], [0, 0, 0, 1], [0.5] * 4],
)
def test_quaternions_come_back(quaternion):
    unit = np.array(quaternion) / np.linalg.norm(quaternion)
    assert fcl.Transform(unit).getQuatRotation() == pytest.approx(unit)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.zeros(5),), "got shape"),
        ((np.zeros(4),), "all zeros"),
        ((np.array([math.nan, 0, 0]),), "NaN"),
        ((2 * np.eye(3),), "no rotation"),
        ((np.diag([1.0, 1.0, -1.0]),), "no rotation"),
        ((np.eye(3), np.zeros(2)), r"\(3,\)"),
        ((1, 2, 3), "at most 2"),
    ],
)
def test_what_is_no_transform_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        fcl.Transform(*arguments)


def test_objects_move_and_tell_where_they_are():
    o = fcl.CollisionObject(fcl.Sphere(1.0))
    assert (o.getNodeType(), o.getObjectType()) == (10, 2)
    assert (o.isOccupied(), o.isFree(), o.isUncertain()) == (True, False, False)
    o.setTranslation(np.array([5.0, 0, 0]))
    assert fcl.distance(o, at(fcl.Sphere(1.0))) == 3.0
    o.setQuatRotation(np.array([0.0, 0, 0, 1]))
    assert o.getRotation() == pytest.approx(np.diag([-1, -1, 1]))
    o.setTransform(fcl.Transform(np.array([2.5, 0, 0])))
    assert fcl.distance(o, at(fcl.Sphere(1.0))) == 0.5
    for nothing in (None, fcl.CollisionGeometry()):
        with pytest.raises(ValueError, match="geometry"):
            fcl.CollisionObject(nothing)


def test_sizes_may_be_set_anew_and_are_checked():
    sphere = fcl.Sphere(1.0)
    o1, o2 = at(sphere), at(fcl.Sphere(1.0), [5.0, 0, 0])
    sphere.radius = 2
    assert fcl.distance(o1, o2) == 2.0
    with pytest.raises(ValueError, match="radius"):
        sphere.radius = -1.0
    assert sphere.radius == 2.0 and fcl.distance(o1, o2) == 2.0
    box = fcl.Box(1, 2, 3)
    box.side[0] = 7.0
    assert box.side.tolist() == [1, 2, 3]


def test_a_convex_may_have_faces_of_any_number_of_corners():
    ball = at(fcl.Sphere(0.5), [2.0, 0, 0])
    assert fcl.distance(at(convex_cube()), ball) == 1.0
    assert convex_cube().num_faces == 6
    for flat, message in (
        ([3, 0, 1], "of 3 corners"),
        ([3, 0, 1, 9], "not there"),
        ([], "of 0 corners"),
    ):
        with pytest.raises(ValueError, match=message):
            fcl.Convex(CUBE, 1, np.array(flat))


def test_a_convex_that_bends_inwards_is_warned_of():
    dented = np.vstack((CUBE, [[0.0, 0.0, 0.25]]))
    top = [[1, 5, 8], [5, 7, 8], [7, 3, 8], [3, 1, 8]]
    faces = [[4, *quad] for quad in QUADS[:5]] + [[3, *triangle] for triangle in top]
    flat = np.array([i for face in faces for i in face])
    with pytest.warns(RuntimeWarning, match="bends inwards"):
        fcl.Convex(dented, len(faces), flat)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Rounding to float32 is no dent.
        turned = (CUBE @ fcl.Transform(np.array([0.9, 0.3, 0.3, 0.1])).getRotation()).astype("f4")
        fcl.Convex(turned, 6, np.array([[4, *quad] for quad in QUADS]).ravel())


def test_models_are_built_in_sequence():
    model = fcl.BVHModel()
    assert (model.buildState(), model.getNodeType()) == (0, 5)
    with pytest.raises(ValueError, match="beginModel"):
        model.addVertex(0, 0, 0)
    with pytest.raises(ValueError, match="no triangles"):
        fcl.CollisionObject(model)
    assert model.endModel() == -2 and model.beginModel() == 0 and model.endModel() == -3
    assert model.beginModel() == -2 and model.buildState() == 0 and model.beginModel() == 0
    assert model.addTriangle(*TETRAHEDRON[:3]) and model.addSubModel(TETRAHEDRON + 5, FACES)
    with pytest.raises(ValueError, match="not there"):
        model.addSubModel(TETRAHEDRON, FACES + 1)
    with pytest.raises(ValueError, match="NaN"):
        model.addVertex(math.nan, 0, 0)
    assert model.endModel() == 0 and (model.num_tries_(), model.buildState()) == (5, 2)
    assert fcl.distance(at(model), at(fcl.Sphere(0.5), [7.0, 5, 5])) == pytest.approx(0.5)
    with pytest.raises(NotImplementedError):
        fcl.OcTree(0.1, b"")


def test_a_surface_has_no_inside():
    within = at(fcl.Sphere(0.1))
    assert contacts(at(cube_mesh()), within) == []
    assert signed(at(cube_mesh()), within).min_distance == pytest.approx(0.4)
    assert contacts(at(convex_cube()), within) != []


def test_contacts_of_a_mesh_name_its_triangles():
    corners = [[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [9, 9, 0], [9, 8, 0], [8, 9, 0]]
    floor = surface(np.array(corners), np.array([[0, 1, 2], [1, 3, 2], [4, 5, 6]]))
    ball = at(fcl.Sphere(0.5), [0.5, 0.5, 0.4])
    found = contacts(at(floor), ball)
    assert sorted((c.b1, c.b2) for c in found) == [(0, -1), (1, -1)]
    for contact in found:
        assert contact.penetration_depth == pytest.approx(0.1)
        assert contact.normal == pytest.approx([0, 0, 1])
        assert contact.pos == pytest.approx([0.5, 0.5, -0.05])
    assert len(contacts(at(floor), ball, most=1)) == 1
    result = fcl.CollisionResult()
    assert (
        fcl.collide(at(floor), ball, fcl.CollisionRequest(0), result) == 0 and result.is_collision
    )


def test_results_accumulate():
    ball = fcl.Sphere(1.0)
    hit = fcl.CollisionResult()
    assert fcl.collide(at(ball), at(ball, [1.0, 0, 0]), None, hit) == 1
    assert fcl.collide(at(ball), at(ball, [9.0, 0, 0]), None, hit) == 0
    assert hit.is_collision and len(hit.contacts) == 1
    near = fcl.DistanceResult()
    for x, least in ((5.0, 3.0), (9.0, 3.0), (4.0, 2.0)):
        assert fcl.distance(at(ball), at(ball, [x, 0, 0]), None, near) == x - 2.0
        assert near.min_distance == least


def test_of_equal_ways_out_the_first_axis_is_taken_at_a_corner():
    there = [5.0, 0.0, 0.0]
    [contact] = contacts(at(convex_cube(), there), at(convex_cube(), there))
    assert contact.normal.tolist() == [-1, 0, 0] and contact.penetration_depth == 1.0
    assert contact.pos == pytest.approx([5.0, -0.5, -0.5])
    [contact] = contacts(at(convex_cube()), at(convex_cube(), [0.25, 0.5, 0.25]))
    assert contact.normal == pytest.approx([0, 1, 0]) and contact.penetration_depth == 0.5


def test_touching_collides_without_depth():
    box = fcl.Box(1, 1, 1)
    [contact] = contacts(at(box), at(box, [1.0, 0, 0]))
    assert contact.penetration_depth == 0.0
    assert fcl.distance(at(box), at(box, [1.0, 0, 0])) == 0.0
    assert fcl.collide(at(box), at(box, [np.nextafter(1.0, 2.0), 0, 0])) == 0


def manager(*objects):
    made = fcl.DynamicAABBTreeCollisionManager()
    made.registerObjects(list(objects))
    made.setup()
    return made


def test_a_manager_measures_to_the_deepest_whatever_the_order():
    ball = fcl.Sphere(1.0)
    row = [at(ball, [x, 0.0, 0.0]) for x in (1.9, 1.5, 1.2, 7.0)]
    for order in itertools.permutations(row):
        data = fcl.DistanceData(fcl.DistanceRequest(enable_signed_distance=True))
        manager(*order).distance(at(ball), data, fcl.defaultDistanceCallback)
        assert data.result.min_distance == pytest.approx(-0.8)
    data = fcl.DistanceData()
    manager(row[0], row[3]).distance(data, fcl.defaultDistanceCallback)
    assert data.result.min_distance == pytest.approx(7.0 - 1.9 - 2.0)


def test_a_manager_sees_what_moved_without_being_told():
    ball = fcl.Sphere(1.0)
    o1, o2 = at(ball), at(ball, [5.0, 0, 0])
    both = manager(o1, o2)

    def hit():
        data = fcl.CollisionData()
        both.collide(data, fcl.defaultCollisionCallback)
        return data.result.is_collision

    assert not hit()
    o2.setTranslation(np.array([1.0, 0, 0]))
    assert hit()
    ball.radius = 0.25
    assert not hit()
    both.update(), both.update(o1), both.update([o1, o2])
    both.unregisterObject(at(ball))
    assert (both.size(), both.empty(), both.getObjects()) == (2, False, [o1, o2])
    both.unregisterObject(o1)
    both.clear()
    assert both.empty() and both.getObjects() == []


def test_managers_hand_over_the_pairs_whose_boxes_meet():
    seen = []

    def note(o1, o2, data):
        seen.append((o1, o2))
        return data == "stop"

    ball = fcl.Sphere(1.0)
    a, b, c = (at(ball, [x, 0.0, 0.0]) for x in (0.0, 1.5, 9.0))
    floor = at(fcl.Halfspace(np.array([0, 0, 1.0]), 0.0))
    manager(a, b, c).collide("go on", note)
    assert seen == [(a, b)]
    seen.clear()
    manager(a, b, c).collide(floor, "go on", note)
    assert seen == [(a, floor), (b, floor), (c, floor)]
    seen.clear()
    manager(a, b, c).collide(manager(a, c), "stop", note)
    assert seen == [(a, a)]
    with pytest.raises(ValueError, match="collide takes"):
        manager(a).collide(a)


def test_the_default_callback_ends_beyond_the_contacts_asked_for():
    ball = fcl.Sphere(1.0)
    data = fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=2))
    manager(*(at(ball, [0.1 * i, 0, 0]) for i in range(9))).collide(
        data, fcl.defaultCollisionCallback
    )
    assert data.done and len(data.result.contacts) == 3


@pytest.mark.parametrize("seed", range(6))
def test_surfaces_are_answered_as_their_triangles_one_by_one(seed):
    random = np.random.default_rng(seed)
    soups = [random.normal(size=(40, 1, 3)) + 0.4 * random.normal(size=(40, 3, 3)) for _ in "ab"]
    turn = fcl.Transform(random.normal(size=4), [4.0 * seed, 0.3, 0.0])
    models = [surface(s.reshape(-1, 3), np.arange(120).reshape(-1, 3)) for s in soups]
    o1, o2 = fcl.CollisionObject(models[0]), fcl.CollisionObject(models[1], turn)

    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn.getRotation(), turn.getTranslation()
    one, other = ([clearance.triangle(*t) for t in s] for s in soups)
    truth = np.array([clearance.proximity(t, None, other, matrix).distance for t in one])
    meets = [clearance.intersects(t, None, other, matrix) for t in one]

    assert signed(o1, o2).min_distance == pytest.approx(truth.min(), abs=1e-12)
    found = contacts(o1, o2, most=10_000)
    assert {(c.b1, c.b2) for c in found} == set(zip(*np.nonzero(meets), strict=True))


def meeting_time(o1, end1, o2, end2, motion=fcl.CCDMotionType.CCDM_TRANS):
    request = fcl.ContinuousCollisionRequest(ccd_motion_type=motion, toc_err=1e-6)
    result = fcl.ContinuousCollisionResult()
    time = fcl.continuousCollide(o1, end1, o2, end2, request, result)
    assert result.is_collide == (time < 1.0) and result.time_of_contact == time
    return time


def test_bodies_meet_when_they_do():
    box, ball = at(fcl.Box(1, 1, 1)), at(fcl.Sphere(0.5), [0.0, 0, 5.0])
    here, beyond = fcl.Transform(), fcl.Transform(np.array([0.0, 0, -5.0]))
    # 4 of the 5, and 4 of the 10, until the ball stands on the box.
    assert meeting_time(box, here, ball, here) == pytest.approx(0.8, abs=1e-6)
    assert meeting_time(box, here, ball, beyond) == pytest.approx(0.4, abs=1e-6)
    aside = fcl.Transform(np.array([3.0, 0, 5.0]))
    assert meeting_time(box, here, ball, aside) == 1.0
    assert meeting_time(box, here, at(fcl.Sphere(0.5)), aside) == 0.0
    # The apex is at -1.5 and the box begins at -0.5.
    cone = at(fcl.Cone(1.0, 1.0), [0.0, 0, -2.0])
    assert meeting_time(box, here, cone, here) == pytest.approx(0.5, abs=1e-6)


def test_a_turning_bar_meets_what_it_sweeps_over():
    # From the x axis to the y axis, a quarter turn; a ball stands at 45 degrees.
    bar = at(fcl.Box(4.0, 0.2, 0.2))
    end = fcl.Transform(np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]))
    ball = at(fcl.Sphere(0.1), [1.0, 1.0, 0.0])
    still = fcl.Transform(np.array([1.0, 1.0, 0.0]))
    # The ball's middle is 0.2 from the bar's axis when they touch.
    angle = math.pi / 4 - math.asin(0.2 / math.sqrt(2.0))
    linear = fcl.CCDMotionType.CCDM_LINEAR
    assert meeting_time(bar, end, ball, still, linear) == pytest.approx(
        angle / (math.pi / 2), abs=1e-5
    )
    assert meeting_time(bar, end, ball, still) == 1.0
    floor = at(fcl.Halfspace(np.array([0.0, 0.0, 1.0]), -1.0))
    assert meeting_time(bar, end, floor, fcl.Transform(), linear) == 1.0
    with pytest.raises(ValueError, match="not turned"):
        meeting_time(bar, end, floor, end, linear)
    with pytest.raises(ValueError, match="toc_err"):
        fcl.continuousCollide(bar, end, ball, still, fcl.ContinuousCollisionRequest(toc_err=0.0))


def test_all_names_are_there():
    assert len(fcl.__all__) == 37 and all(hasattr(fcl, name) for name in fcl.__all__)
    assert fcl.NODE_TYPE.GEOM_TRIANGLE == 18 and fcl.GJKSolverType.GST_INDEP == 1
    assert "radius=1.0" in repr(fcl.Sphere(1.0)) and "Transform(" in repr(fcl.Transform())


@pytest.mark.parametrize("size", [1e-200, 1e-150, 1.0, 1e154, 1e200])
def test_surfaces_of_every_size(size):
    """Squares of such lengths leave the range, and boxes of triangles were none apart, or all."""
    triangles = np.array([t for a, b, c, d in QUADS for t in ([a, b, c], [a, c, d])])
    body = clearance._clearance.Compound.triangles(size * CUBE, triangles)
    there = np.array([1.5 * size, 0.0, 0.0])
    for within, is_found in [(math.inf, True), (0.75 * size, True), (0.25 * size, False)]:
        assert (body.nearest(np.zeros(3), body, there, within) is not None) == is_found
    p, q = body.nearest(np.zeros(3), body, there)
    found = clearance.proximity(body[p], np.zeros(3), body[q], there)
    assert math.isclose(found.distance, 0.5 * size, rel_tol=1e-12)


def test_the_nearest_triangle_of_a_mesh_is_not_the_only_one_that_is_met():
    # A ball leaves the wall behind it, at -1, and meets that of the same mesh at 3.
    walls = [[x, *corner] for x in (-1.0, 3.0) for corner in ([-9, -9], [9, -9], [0, 9])]
    mesh, ball = at(surface(walls, [[0, 1, 2], [3, 4, 5]])), at(fcl.Sphere(0.1))
    still, end = fcl.Transform(), fcl.Transform(np.array([5.0, 0, 0]))
    assert meeting_time(mesh, still, ball, end) == pytest.approx(2.9 / 5, abs=1e-4)
    assert meeting_time(ball, end, mesh, still) == pytest.approx(2.9 / 5, abs=1e-4)
    assert meeting_time(mesh, still, ball, fcl.Transform(np.array([2.5, 0, 0]))) == 1.0


def test_a_rotation_that_is_taken_is_one_that_queries_take():
    lean = np.eye(3)
    lean[0, 1] = 1.5e-6
    with pytest.raises(ValueError, match="rotation is no rotation"):
        fcl.Transform(lean)
    lean[0, 1] = 0.9e-6
    beside = at(fcl.Box(1, 1, 1), lean, [3.0, 0, 0])
    assert fcl.distance(at(fcl.Box(1, 1, 1)), beside) == pytest.approx(2.0, abs=1e-5)


def test_what_is_near_at_the_end_alone_is_near():
    still, ball = at(fcl.Sphere(1.0)), at(fcl.Sphere(1.0), [4.0, 0, 0])
    for gap, found in ((0.8e-4, True), (1.2e-4, False)):
        end = fcl.Transform(np.array([2.0 + gap, 0.0, 0.0]))
        result = fcl.ContinuousCollisionResult()
        time = fcl.continuousCollide(still, fcl.Transform(), ball, end, None, result)
        assert (time, result.is_collide) == (1.0, found)


def test_the_nearest_of_far_objects_is_not_passed_over():
    """The boxes' distances were infinite where their squares are."""
    mine = [at(fcl.Sphere(1e150), [x, 0, 0]) for x in (0.0, 9e159, 3e159)]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(mine)
    data = fcl.DistanceData()
    manager.distance(data, fcl.defaultDistanceCallback)
    assert data.result.min_distance == pytest.approx(3e159)


def test_a_distance_smaller_than_floats_of_time_ends():
    box, ball = at(fcl.Box(1, 1, 1)), at(fcl.Sphere(0.1), [3.0, 0.2, 0.3])
    end = fcl.Transform(np.array([-3.0, 0.2, 0.3]))
    tiny = fcl.ContinuousCollisionRequest(toc_err=1e-20)
    found = fcl.continuousCollide(box, fcl.Transform(), ball, end, tiny)
    assert found == pytest.approx(0.4, abs=1e-15)


@pytest.mark.parametrize("face", [[0, 1.5, 2], [0, np.nan, 2], [False, True, True]])
def test_corners_are_named_by_whole_numbers(face):
    with pytest.raises(ValueError, match="triangles must be whole numbers"):
        surface(TETRAHEDRON, [face])
    if face[0] is not False:
        with pytest.raises(ValueError, match="faces must be whole numbers"):
            fcl.Convex(TETRAHEDRON, 1, [3, *face])
    assert surface(TETRAHEDRON, [[0.0, 1.0, 2.0]]).num_tries_() == 1
