"""`continuousCollide` where conservative advancement has many steps: grazing turns and slides,
judged by closed forms and by distances at dense samples."""

import math
import time

import numpy as np
import pytest

import clearance.fcl as fcl

STILL = fcl.Transform()
LINEAR = fcl.CCDMotionType.CCDM_LINEAR
# Corners and triangles of a cube of half length 1.
CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
FACES = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
         [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]  # fmt: skip


def mesh(half, parts=1):
    """A box of triangles, along x as many boxes after one another."""
    model = fcl.BVHModel()
    model.beginModel()
    for k in range(parts):
        middle = (2 * k + 1 - parts) / parts * half[0]
        model.addSubModel(CUBE * [half[0] / parts, half[1], half[2]] + [middle, 0, 0], FACES)
    model.endModel()
    return model


def at(geometry, *where):
    return fcl.CollisionObject(geometry, fcl.Transform(*where))


def asked(o1, end1, o2, end2, near, motion=fcl.CCDMotionType.CCDM_TRANS):
    """(low, high, is_collide), and that it took no long time."""
    request = fcl.ContinuousCollisionRequest(toc_err=near, ccd_motion_type=motion)
    result = fcl.ContinuousCollisionResult()
    begun = time.process_time()
    low = fcl.continuousCollide(o1, end1, o2, end2, request, result)
    # The gate's build is not optimised.
    assert time.process_time() - begun < 10.0
    assert low == result.time_of_contact
    return low, result.time_of_contact_high, result.is_collide


@pytest.mark.parametrize("near", [1e-4, 1e-5, 1e-6, 1e-8, 1e-12])
def test_a_ball_that_spins_beside_another(near):
    ball, other = at(fcl.Sphere(1.0)), at(fcl.Sphere(1.0), [0.0, 2.0 + 2 * near, 0.0])
    half_turn = fcl.Transform(np.array([0.0, 0.0, 0.0, 1.0]))
    there = fcl.Transform([0.0, 2.0 + 2 * near, 0.0])
    assert asked(ball, half_turn, other, there, near, LINEAR) == (1.0, math.inf, False)


@pytest.mark.parametrize("near", [1e-3, 1e-4, 1e-6])
@pytest.mark.parametrize("seed", range(4))
def test_a_turning_bar_that_grazes_a_ball(near, seed):
    """The bar's end passes the ball at some distance: nearer than `near`, or not."""
    random = np.random.default_rng(seed)
    bar = at(fcl.Capsule(0.1, 4.0), np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]))
    end = fcl.Transform(np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]) @ bar.getRotation())
    for factor, meets in ((random.uniform(1.5, 3.0), False), (random.uniform(0.1, 0.9), True)):
        # On the diagonal, from the capsule's end at 2 and its radius, to the ball's 0.5.
        far = (2.6 + factor * near) / math.sqrt(2.0)
        place = [far, far, 0.0]
        low, high, found = asked(
            bar, end, at(fcl.Sphere(0.5), place), fcl.Transform(place), near, LINEAR
        )
        assert found == meets and (low < 1.0) == meets
        if meets:
            # By the law of cosines: the angle at which the capsule's end is so near.
            def when(near, far=far):
                cosine = (2.0**2 + 2 * far**2 - (0.6 + near) ** 2) / (4.0 * math.sqrt(2.0) * far)
                return 0.5 - math.acos(min(cosine, 1.0)) / (math.pi / 2)

            assert when(near) - 1e-9 <= low <= when(0.5 * near) + 1e-9 and low <= high < low + 1e-6
            assert when(near) - 1e-9 <= high


@pytest.mark.parametrize("gap", [2e-4, 1.01e-4])
@pytest.mark.parametrize("parts", [1, 10])
def test_a_cube_that_slides_along_a_rail(gap, parts):
    rail, cube = at(mesh([20.0, 1.0, 1.0], parts)), at(mesh([1.0] * 3), [-5.0, 2.0 + gap, 0])
    end = fcl.Transform([5.0, 2.0 + gap, 0.0])
    assert asked(rail, STILL, cube, end, 1e-4) == (1.0, math.inf, False)
    # A ramp of 1e-4 over the whole way: when it is near is known.
    sinks = fcl.Transform([5.0, 2.0 + 0.5e-4, 0.0])
    exact = (gap - 1e-4) / (gap - 0.5e-4)
    low, high, found = asked(rail, STILL, cube, sinks, 1e-4)
    assert found and high >= exact - 1e-8 and high - low < 1e-6
    assert exact - 1e-8 <= low <= exact + 0.5e-4 / (gap - 0.5e-4)


@pytest.mark.parametrize("seed", range(10))
def test_random_motions_are_free_until_the_time_answered(seed):
    random = np.random.default_rng(seed)
    kinds = [fcl.Box(1, 0.5, 2), fcl.Cone(0.5, 1.0), fcl.Sphere(0.4), mesh([0.5, 0.4, 1.0], 2),
             fcl.Cylinder(0.4, 1.0), mesh([0.7] * 3)]  # fmt: skip

    def place():
        q = random.normal(size=4)
        return fcl.Transform(q / np.linalg.norm(q), random.normal(size=3) * 1.5)

    one, other = (fcl.CollisionObject(kinds[k], place()) for k in random.integers(0, 6, size=2))
    ends = place(), place()
    near = 10.0 ** random.uniform(-6, -2)
    motion = random.choice([fcl.CCDMotionType.CCDM_TRANS, LINEAR])
    low, high, found = asked(one, ends[0], other, ends[1], near, motion)
    assert found == (low < 1.0) or low == 1.0
    starts = [fcl.Transform(o.getTransform()) for o in (one, other)]
    for t in np.linspace(0.0, 1.0, 200):
        for o, start, end in zip((one, other), starts, ends, strict=True):
            place_at(o, start, end, t, motion)
        gap = fcl.distance(one, other, fcl.DistanceRequest(enable_signed_distance=True))
        if t < low - 1e-9:
            assert gap > 0.4 * near, (t, low, gap, near)
        if not found:
            assert gap > near * (1 - 1e-6)
    if found and high < math.inf:
        for o, start, end in zip((one, other), starts, ends, strict=True):
            place_at(o, start, end, high, motion)
        gap = fcl.distance(one, other, fcl.DistanceRequest(enable_signed_distance=True))
        assert gap <= near * (1 + 1e-6) + 1e-9


def place_at(o, start, end, t, motion):
    """The motion written anew: straight, and turned about the axis between both rotations."""
    o.setTranslation((1 - t) * start.getTranslation() + t * end.getTranslation())
    if motion == LINEAR:
        w, *v = fcl.Transform(end.getRotation() @ start.getRotation().T).getQuatRotation()
        v = np.array(v) if w >= 0 else -np.array(v)
        half = math.atan2(np.linalg.norm(v), abs(w)) * t
        turn = np.array([math.cos(half), *(math.sin(half) * v / np.linalg.norm(v))])
        o.setRotation(fcl.Transform(turn).getRotation() @ start.getRotation())


def test_what_is_not_decided_counts_as_met():
    """Two surfaces that slide along each other with more pairs of triangles than are looked at."""
    top = fcl.BVHModel()
    side = 16
    grid = np.stack(np.meshgrid(np.arange(side), np.arange(side), indexing="ij"), -1).reshape(-1, 2)
    corners = np.column_stack([grid / side, np.zeros(len(grid))])
    first = np.flatnonzero((grid < side - 1).all(axis=1))
    faces = np.concatenate(
        [[first, first + 1, first + side], [first + 1, first + side + 1, first + side]], axis=1
    ).T
    top.beginModel()
    top.addSubModel(corners, faces)
    top.endModel()
    low, high, found = asked(
        at(top), STILL, at(top, [0.0, 0.0, 2e-7]), fcl.Transform([3.0, 0.0, 2e-7]), 1e-7
    )
    assert found and 0.0 < low < 1.0 and high == math.inf
