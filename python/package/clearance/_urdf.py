"""Robots from URDF files: how near their links come, in configurations and over motions."""

import math
import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from . import _clearance
from ._arguments import doubles, listed, number, paired
from ._lines import counted
from ._scenes import MOST_BYTES, MOST_TRIANGLES, Scene, drawn_of, limits_of, readable
from ._status import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray


class LinkDistances(NamedTuple):
    """The distances of all pairs of a robot in configurations (...): arrays (..., pairs).

    >>> import clearance as cl
    >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
    >>> found = robot.distances([[0.0, 0.0, 0.1], [0.0, 3.1, 0.1]])
    >>> found.distance.shape, found.pairs[-1], found.intersects.any(axis=1)
    ((2, 7), ('left', 'right'), array([False,  True]))
    """

    distance: Any
    """Minus the depth where they overlap or one is inside the other; of triangles the depth is a
    lower bound."""
    gap: Any
    """The exact value differs from `distance` by no more than this; the rounding of the joints'
    product is in it."""
    status: Any
    """The values of `Status`. One shape inside the other's surface intersects it."""
    pairs: list[tuple[str, str]]
    """The names of the shapes along the last axis: `Robot.pairs`."""

    @property
    def intersects(self) -> Any:
        """Whether each pair is not proved apart: True where undecided. An array of bools."""
        return self.status != Status.SEPARATED

    def __repr__(self) -> str:
        of = counted(len(self.pairs), "pair")
        if self.distance.ndim > 1:
            of += f" in {counted(math.prod(self.distance.shape[:-1]), 'configuration')}"
        if not self.distance.size:
            return f"<LinkDistances of {of}>"
        place = int(np.nanargmin(self.distance))
        least, gap = self.distance.flat[place], self.gap.flat[place]
        pair = _joined(self.pairs[place % len(self.pairs)])
        meet = int(np.count_nonzero(self.intersects))
        return f"<LinkDistances of {of}: least {least:.6g} ± {gap:.1e}, {pair}; {meet} meet>"


class _NearestLinks(NamedTuple):
    """What is found."""

    pair: Any
    """Which of `Robot.pairs`; beyond these a shape of the robot and an object of the `world`, which
    `NearestLinks.names` names."""
    status: Any
    """A `Status`, or an array of int8 with their values."""
    distance: Any
    """Minus the depth where they overlap or one is inside the other; of triangles the depth is a
    lower bound."""
    gap: Any
    """The exact value differs from `distance` by no more than this; the rounding of the joints'
    product is in it."""
    normal: Any
    """The unit vector from the first of the pair to the second."""
    point_a: Any
    """The point of the first nearest to the second, or deepest in it."""
    point_b: Any
    """The point of the second nearest to the first, or deepest in it."""


class NearestLinks(_NearestLinks):
    """The pair with the least signed distance; a shape inside another overlaps it.

    For one configuration `pair` is an integer, `status` a `Status`, numbers are floats and vectors
    arrays (3,); for configurations (...) all are arrays, (...) and (..., 3). Points and normals are
    in the frame of the root link.

    >>> import clearance as cl
    >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
    >>> found = robot.nearest(robot.configuration(state="straight"))
    >>> found.names, round(found.distance, 9), found.intersects
    (('left', 'right'), 0.1, False)
    """

    _pairs: "Sequence[tuple[str, str]]" = []

    @property
    def names(self) -> Any:
        """The names of the two shapes, or of a shape and an object: a pair, or of many an array
        (..., 2)."""
        if isinstance(self.pair, int):
            return self._pairs[self.pair]
        named = [self._pairs[int(pair)] for pair in self.pair.flat]
        return np.array(named, dtype=str).reshape(*self.pair.shape, 2)

    @property
    def intersects(self) -> Any:
        """Whether they are not proved apart; True where undecided. A bool, or an array of bools."""
        return self.status != Status.SEPARATED

    def __repr__(self) -> str:
        if isinstance(self.pair, int):
            status = Status(self.status).name
            distance = f"distance {self.distance:.6g} ± {self.gap:.1e}"
            return f"<NearestLinks {status}: {_who(self)}, {distance}>"
        of = counted(self.pair.size, "configuration")
        if not self.pair.size:
            return f"<NearestLinks in {of}>"
        place = int(np.nanargmin(self.distance))
        which = int(self.pair.flat[place])
        names = _joined(self._pairs[which]) if self._pairs else f"pair {which}"
        meet = int(np.count_nonzero(self.intersects))
        least = f"least {self.distance.flat[place]:.6g}, {names}"
        return f"<NearestLinks in {of}: {least}; {meet} meet>"


def _who(found: NearestLinks) -> str:
    return _joined(found.names) if found._pairs else f"pair {found.pair}"


def _joined(names: tuple[str, str]) -> str:
    return " and ".join(names)


class _Among:
    """The names of pairs: the robot's own, then each of its shapes with each object around it."""

    def __init__(self, pairs: list[tuple[str, str]], shapes: list[str], around: list[str]) -> None:
        self._pairs, self._shapes, self._around = pairs, shapes, around

    def __len__(self) -> int:
        return len(self._pairs) + len(self._shapes) * len(self._around)

    def __getitem__(self, pair: Any) -> Any:
        beyond = pair - len(self._pairs)
        if beyond < 0:
            return self._pairs[pair]
        shape, thing = divmod(beyond, len(self._around))
        return self._shapes[shape], self._around[thing]


class World(NamedTuple):
    """What stands around a robot, and how it is looked at.

    >>> import clearance as cl
    >>> robot, cell = cl.Robot("../assets/arm/arm.urdf"), cl.Scene()
    >>> cell.add("floor", cl.cuboid([3.0, 3.0, 0.5]), [0.0, 0.0, -0.6])
    >>> world = cl.World(cell, may_touch=[("plate", "floor")], padding={"fore": 0.3})
    >>> robot.nearest([0.0, 0.0, 0.1], world=world).names
    ('fore', 'floor')
    """

    scene: Scene
    """The objects, in the frame of the robot's root link and in its unit."""
    may_touch: "Iterable[str | tuple[str, str]]" = ()
    """Links that may touch all of it, or pairs `(link, object)`, as a base and its floor."""
    padding: "Mapping[str, float]" = {}
    """Links, and the length by which they count as larger on every side beside the scene; among the
    robot's own links they count as they are."""
    scale: "Mapping[str, float]" = {}
    """Links, and how many times as large their shapes count there, each about the middle of its
    box; a padding comes on top."""


class Moment(NamedTuple):
    """A pair of a robot at some time.

    >>> import clearance as cl
    >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
    >>> robot.sweep([[0.0, 0.0, 0.1], [0.0, 3.1, 0.1]]).first_meeting.time < 1
    True
    """

    time: float
    found: NearestLinks


class Swept(NamedTuple):
    """What is proved of a robot's motion: the answer of `Robot.sweep`.

    >>> import clearance as cl
    >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
    >>> swept = robot.sweep([[0.0, 0.0, 0.1], [0.5, 0.5, 0.1]])
    >>> swept.verdict, swept.lower_bound <= swept.nearest.found.distance, len(swept.stretches)
    ('free', True, 0)
    """

    verdict: Literal["free", "meets", "unknown"]
    """`"free"`: at every time all pairs are farther apart than the margin. `"meets"`: before
    `free_until` they are, at `first_meeting` a pair is proved not to be. `"unknown"`: before
    `free_until` they are, and no meeting was found; or there is no pair."""
    lower_bound: float
    """The signed distance of every pair is at least this at every time, negative where links
    overlap or may; infinite where there is no pair."""
    lower_bounds: Any
    """The same between each sample and the next, (samples - 1,)."""
    nearest: Moment | None
    """The nearest of all that was looked at, at samples or between; `None` where there is no
    pair."""
    free_until: float | None
    """Before this time all pairs are farther apart than the margin; `None` where that holds for the
    whole motion."""
    first_meeting: Moment | None
    """The first moment found at which a pair is proved not farther apart than the margin."""
    stretches: Any
    """In which the margin is not proved, by time: `pair`, as in `NearestLinks`, `start`, `end` and
    `meets`, whether it is proved not to be kept at both ends and wherever the pair was looked at
    between."""
    samples: NearestLinks | None
    """The nearest pair at each sample, (samples,); `None` where there is no pair."""
    looked_at: int
    """How many points between samples were looked at."""

    def __repr__(self) -> str:
        told = {"free": "free", "meets": "meets", "unknown": "not decided"}[self.verdict]
        if self.free_until is not None:
            told += f"; free until {self.free_until:.6g}"
        if self.first_meeting is not None:
            time, found = self.first_meeting
            told += f", {_who(found)} at {time:.6g}"
        elif self.nearest is not None:
            told += f"; nearest {self.nearest.found.distance:.6g}, {_who(self.nearest.found)}"
        count = 0 if self.samples is None else self.samples.pair.size
        return f"<Swept: {told}; {counted(count, 'sample')}>"


_STRETCH = [("pair", "i8"), ("start", "f8"), ("end", "f8"), ("meets", "?")]


class Robot:
    """A robot from a URDF: where its links are, how near they come, whether they collide.

    It reads `<collision>` boxes, spheres, cylinders, capsules and meshes (STL, OBJ, PLY, OFF, glTF,
    COLLADA), and all joints: fixed, revolute, continuous, prismatic, with mimics; planar and
    floating ones stand at their origin or where `place` puts them, or are `free`. Lengths are those
    of the file, usually metres, and angles radians.

    - `srdf`: a file with pairs of links to skip, and named states.
    - `packages`: folders of packages by name, for meshes called `package://NAME/...`. Others are
      searched for from the URDF's folder upward, then in ROS_PACKAGE_PATH.
    - `by`: what a mesh is replaced by. `"hull"` is its convex hull: fast, and it fills dents, so
      that no collision is missed; `notes` reports how deep the deepest is. `"triangles"` is its
      surface; `"auto"` the hull of a convex mesh, else the triangles.
    - `adjacent`: also checks links that are fixed to each other or joined by one joint; otherwise
      `left_out` lists them.
    - `ignore`: pairs of links to skip, by name.
    - `place`: where floating joints stand, `[x, y, z, qx, qy, qz, qw]`, and planar ones, `[x, y,
      angle about z]`, in every configuration.
    - `free`: floating and planar joints that move instead: their seven or three values, as `place`
      takes them, stand behind all others in each configuration, and `joints` names them as MoveIt
      does, `NAME/trans_x` to `NAME/rot_w`, `NAME/x`, `NAME/y`, `NAME/theta`. Between samples of a
      motion they move in a line and turn the short way round.
    - `beyond_limits`: accepts values beyond the joints' limits; otherwise they are an error.
    - `outside`: lets the file refer to meshes outside its folder and packages.
    - `z_up`: turns COLLADA meshes so that z is up.
    - `max_file_bytes`, `max_triangles`: limits of each file, and of the instances of a mesh.

    A configuration `q` has a value for each of `joints`; arrays (..., joints) are many, and may be
    shared among `threads` (0: all cores) with the same answers. Consecutive configurations that are
    near each other take less time. `progress` has a method `update(n)`, like tqdm's bars.

    `nearest`, `collides` and `sweep` take a `world`: a `Scene` of what stands around the robot, in
    the frame of its root link and in its unit, or a `World`, which says what may touch. `attach`
    lets a link carry an object of it.

    Raises `ValueError`, which names the file, the line, and the link or joint; `OSError`, as `open`
    does, if a file cannot be opened.

    >>> import clearance as cl
    >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
    >>> robot.collides(robot.configuration(state="straight"))
    False
    """

    def __init__(
        self,
        urdf: str | os.PathLike[str],
        *,
        srdf: str | os.PathLike[str] | None = None,
        packages: "Mapping[str, str | os.PathLike[str]] | None" = None,
        by: Literal["hull", "auto", "triangles"] = "hull",
        adjacent: bool = False,
        ignore: "Iterable[tuple[str, str]]" = (),
        place: "Mapping[str, Iterable[float]] | None" = None,
        free: "Iterable[str]" = (),
        beyond_limits: bool = False,
        outside: bool = False,
        z_up: bool = False,
        max_file_bytes: int = MOST_BYTES,
        max_triangles: int = MOST_TRIANGLES,
    ) -> None:
        # Absolute, so that a copy in another process finds them.
        urdf = os.path.abspath(readable(urdf))
        srdf = None if srdf is None else os.path.abspath(readable(srdf))
        search = os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep)
        packages = {name: os.path.abspath(at) for name, at in (packages or {}).items()}
        self._made_of: dict[str, Any] = {
            "srdf": srdf,
            "packages": packages,
            "by": by,
            "adjacent": adjacent,
            "ignore": paired("ignore", ignore),
            "place": [
                (name, [float(value) for value in values])
                for name, values in dict(place or {}).items()
            ],
            "free": listed("free", free),
            "beyond_limits": beyond_limits,
            "limits": limits_of(outside, z_up, max_file_bytes, max_triangles),
        }
        self._urdf = urdf
        self._robot = _clearance._Robot(
            urdf, search=[folder for folder in search if folder], **self._made_of
        )
        joints = self._robot.joints
        shapes = self._robot.shapes
        self._joints = [name for name, _ in joints]
        self._limits = np.array([limits for _, limits in joints], dtype=float).reshape(-1, 2)
        self._limits.flags.writeable = False
        self._pairs = [(shapes[a], shapes[b]) for a, b in self._robot.pairs]
        self._carried: list[Any] = []

    @property
    def name(self) -> str:
        """The robot's name."""
        return self._robot.name

    @property
    def links(self) -> list[str]:
        """The names of all links, in the order of the file."""
        return self._robot.links

    @property
    def shapes(self) -> list[str]:
        """The names of the collision shapes: the link's, with `/` and an index if it has many."""
        return self._robot.shapes

    @property
    def joints(self) -> list[str]:
        """The names of the values of a configuration, in their order: of the joints that take one,
        and of each value of the `free` ones. Joints that are fixed, that follow others, or that are
        else floating or planar take none."""
        return list(self._joints)

    @property
    def limits(self) -> "NDArray[np.float64]":
        """The least and greatest value of each joint, (joints, 2); infinite where unlimited."""
        return self._limits

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of shapes that are checked, by name."""
        return list(self._pairs)

    def left_out(self) -> list[tuple[str, str, str]]:
        """The pairs of links with shapes that are not checked, by name, and why not.

        >>> import clearance as cl
        >>> cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf").left_out()[:2]
        [('plate', 'post', 'fixed to each other'), ('plate', 'upper', 'disabled in the SRDF')]
        """
        return self._robot.left_out()

    @property
    def states(self) -> list[str]:
        """The names of the SRDF's states."""
        return self._robot.states

    @property
    def notes(self) -> list[str]:
        """Messages about what the files leave out or what is not supported: dents that hulls fill,
        floating joints that stand still, names in the SRDF that the robot does not have."""
        return self._robot.notes

    def configuration(
        self,
        joints: "Mapping[str, float | Iterable[float]] | None" = None,
        *,
        state: str | None = None,
    ) -> "NDArray[np.float64]":
        """A configuration (joints,): values by the names of joints, all of a `free` one; else those
        of a state of the SRDF; else 0 or, if the limits exclude 0, the limit nearest to it.

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf")
        >>> robot.configuration({"elbow": 1.5})
        array([0.  , 1.5 , 0.05])
        >>> drone = cl.Robot("../assets/arm/drone.urdf", free=["free"])
        >>> drone.joints[:3], drone.configuration({"free": [0, 0, 1, 0, 0, 0, 1]})
        (['free/trans_x', 'free/trans_y', 'free/trans_z'], array([0., 0., 1., 0., 0., 0., 1.]))
        """
        values = self._robot.rest if state is None else self._robot.state(state)
        for name, value in (joints or {}).items():
            places = self._robot.places(name)
            if places is None:
                values[self._robot.variable(name)] = number(name, value)
                continue
            given = [float(one) for one in doubles(name, value).ravel()]
            self._robot.check_free(name, given)
            begin, count = places
            values[begin : begin + count] = given
        return np.array(values, dtype=float)

    def forward_kinematics(self, q: Any, *, threads: int = 1) -> "NDArray[np.float64]":
        """The poses of the links: rigid matrices (..., links, 4, 4) in the frame of the root link.

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf")
        >>> placed = robot.forward_kinematics([0.0, 0.0, 0.1])
        >>> placed[robot.links.index("left"), :3, 3].tolist()
        [2.25, 0.1, 0.375]
        """
        placed: NDArray[np.float64] = self._robot.kinematics(q, threads)
        return placed

    def distances(self, q: Any, *, threads: int = 1, progress: Any = None) -> LinkDistances:
        """The signed distance of every pair, (..., pairs).

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
        >>> robot.distances(robot.configuration()).distance.shape
        (7,)
        """
        return LinkDistances(*self._robot.distances(q, threads, progress), pairs=self.pairs)

    def _among(self, world: Scene | World | None) -> "tuple[Any, Sequence[tuple[str, str]]]":
        """What stands around, for the library, and the names of all pairs."""
        if world is None:
            return None, self._pairs
        if isinstance(world, Scene):
            world = World(world)
        if not isinstance(world, World) or not isinstance(world.scene, Scene):
            raise TypeError(f"world: must be a Scene or a World, is {type(world).__name__}")
        if isinstance(world.may_touch, str):
            raise TypeError(f"may_touch: is one name; pass a list, [{world.may_touch!r}]")
        may: list[tuple[str, str | None]] = []
        for one in world.may_touch:
            may += [(one, None)] if isinstance(one, str) else paired("may_touch", [one])
        padding, scale = (
            [(link, number(name, value)) for link, value in dict(given).items()]
            for name, given in (("padding", world.padding), ("scale", world.scale))
        )
        names: Any = _Among(self._pairs, self._robot.shapes, world.scene.names)
        return (world.scene._scene, may, padding, scale), names

    def attach(
        self, name: str, scene: Scene, link: str, q: Any, *, touch: "Iterable[str]" = ()
    ) -> "Robot":
        """The robot whose link carries an object, which it takes out of a scene: from where it
        stands there, in the frame of the root link, in a configuration `q` (joints,).

        The object is a link of its own: `forward_kinematics` tells where it is. It is fixed to the
        link that carries it, so that these are no pair; all others are checked, but for those of
        `touch`, as the fingers that grasp it. It must have no padding.

        >>> import clearance as cl
        >>> robot, cell = cl.Robot("../assets/arm/arm.urdf"), cl.Scene()
        >>> cell.add("nut", cl.ball(0.04), [2.25, 0.0, 0.375])
        >>> q = [0.0, 0.0, 0.1]
        >>> carrying = robot.attach("nut", cell, "fore", q, touch=["left", "right"])
        >>> len(cell), carrying.links[-1]
        (0, 'nut')
        >>> carrying.detach("nut", cell, [1.5707963267948966, 0.0, 0.1]).links == robot.links
        True
        >>> cell.poses[0, :3, 3].round(9).tolist()
        [0.0, 2.25, 0.375]
        """
        carrying, one = self._attached(name, scene, link, q, listed("touch", touch))
        scene.remove(name)
        carrying._carried = [*self._carried, one]
        return carrying

    def _attached(
        self, name: str, scene: Scene, link: str, q: Any, touch: list[str]
    ) -> "tuple[Robot, Any]":
        """The robot, and what makes the same again."""
        robot, own = self._robot.attached(scene._scene, name, link, q, touch)
        kept = Scene()
        kept._scene = own
        return self._with(robot), (name, kept, link, touch)

    def detach(self, name: str, scene: Scene, q: Any) -> "Robot":
        """The robot without an object that it carries, which is put into a scene where it is in a
        configuration `q` (joints,), in the frame of the root link.

        >>> import clearance as cl
        >>> robot, cell = cl.Robot("../assets/arm/arm.urdf"), cl.Scene()
        >>> cell.add("nut", cl.ball(0.04), [2.25, 0.0, 0.375])
        >>> carrying = robot.attach("nut", cell, "fore", [0.0, 0.0, 0.1])
        >>> free = carrying.detach("nut", cell, [0.0, 0.0, 0.1])
        >>> cell.poses[0, :3, 3].tolist(), free.links == robot.links
        ([2.25, 0.0, 0.375], True)
        """
        free = self._with(self._robot.detached(scene._scene, name, q))
        free._carried = [one for one in self._carried if one[0] != name]
        return free

    def _with(self, robot: Any) -> "Robot":
        other = object.__new__(Robot)
        other.__dict__.update(self.__dict__)
        other._robot = robot
        shapes = robot.shapes
        other._pairs = [(shapes[a], shapes[b]) for a, b in robot.pairs]
        return other

    def nearest(
        self,
        q: Any,
        *,
        world: Scene | World | None = None,
        threads: int = 1,
        progress: Any = None,
    ) -> NearestLinks | None:
        """The pair with the least signed distance, and where; `None` if there are no pairs. With a
        `world` of the robot's own pairs and those of a link and an object.

        Costs less than `distances`: pairs farther apart than the nearest so far are skipped.

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
        >>> found = robot.nearest([[0.0, 0.0, 0.1], [0.0, 3.1, 0.1]])
        >>> [robot.pairs[pair] for pair in found.pair], found.distance[0].round(6).item()
        ([('left', 'right'), ('post', 'fore')], 0.1)
        >>> room = cl.Scene()
        >>> room.add("wall", cl.cuboid([0.5, 2.0, 2.0]), [2.875, 0.0, 0.0])
        >>> robot.nearest([0.0, 0.0, 0.2], world=room).names
        ('left', 'wall')
        """
        around, names = self._among(world)
        return _nearest(self._robot.nearest(q, around, threads, progress), names)

    def scene(self, q: Any, *, base: Any = None) -> Scene:
        """The robot's shapes in a configuration (joints,), as a `Scene` of its own: one object for
        each shape, whose group is the name of the link. The robot's surroundings belong in another
        scene. `base` is the pose of the root link in the world.

        The gaps of scenes refer to the rounded poses; the gaps of the robot's own queries also
        cover the rounding of the joints.

        >>> import clearance as cl
        >>> robot, room = cl.Robot("../assets/arm/arm.urdf"), cl.Scene()
        >>> room.add("wall", cl.cuboid([0.5, 2.0, 2.0]), [3.0, 0.0, 0.0])
        >>> links = robot.scene(robot.configuration())
        >>> nearest = links.nearest(room)
        >>> links.names[nearest["a"]], nearest["distance"].round(9).item()
        ('left', 0.2)
        """
        scene = Scene()
        scene._scene = self._robot.scene(q, base)
        return scene

    def move(self, scene: Scene, q: Any, *, base: Any = None) -> None:
        """Moves the robot's shapes, in a scene made by `scene`, to another configuration.

        Nothing is rebuilt. Other objects of the scene stay where they are; move what the robot
        carries with `Scene.move`.

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf")
        >>> links = robot.scene(robot.configuration())
        >>> robot.move(links, [0.0, 3.0, 0.1], base=[0.0, 0.0, 1.0])
        >>> links.poses[links.index("upper"), :3, 3].tolist()
        [0.5, 0.0, 1.625]
        """
        self._robot.place(scene._scene, q, base)

    def show(self, q: Any, *, times: Any = None, how: str = "auto") -> Any:
        """Shows the robot's shapes in a configuration (joints,), with the nearest pair named and in
        colours; or over a motion (samples, joints), with a slider: at most 120 of its samples,
        named by their `times` (samples,), if these are given. `how` is one of `"notebook"`,
        `"browser"`, `"matplotlib"` (of one configuration), `"auto"`, as `clearance.show` explains.

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
        >>> figure = robot.show(robot.configuration(), how="matplotlib")      # doctest: +SKIP
        """
        from ._show import show_scenery

        many = doubles("q", q)
        if many.ndim < 2:
            return show_scenery(self._scenery(q), how)
        if many.ndim > 2 or not len(many):
            raise ValueError(f"q: must be (joints,) or (samples, joints), has shape {many.shape}")
        at = None if times is None else doubles("times", times)
        if at is not None and at.shape != many.shape[:1]:
            raise ValueError(f"times: must be {many.shape[:1]}, has shape {at.shape}")
        picked = np.unique(np.linspace(0, len(many) - 1, 120).round().astype(int))
        moments = []
        for sample in picked:
            drawn = self._scenery(many[sample])
            when = f"sample {sample}" if at is None else f"at {at[sample]:.6g}"
            moments.append(drawn._replace(title=f"{when}: {drawn.title}"))
        return show_scenery(moments[0], how, *moments[1:])

    def _scenery(self, q: Any) -> Any:
        """The shapes in one configuration, and the nearest pair."""
        scene, found = self.scene(q), self.nearest(q)
        if found is None:
            return drawn_of(scene, None)
        one, other = (scene.index(name) for name in found.names)
        return drawn_of(scene, found._asdict() | {"a": one, "b": other})

    def collides(
        self,
        q: Any,
        *,
        world: Scene | World | None = None,
        threads: int = 1,
        progress: Any = None,
    ) -> Any:
        """Whether some pair touches, overlaps, has one shape inside the other, or is too close to
        call: a bool, or an array of bools (...). With a `world` also of a link and an object.

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
        >>> robot.collides([[0.0, 0.0, 0.1], [0.0, 3.1, 0.1]])
        array([False,  True])
        """
        around, _ = self._among(world)
        found = self._robot.collides(q, around, threads, progress)
        return bool(found) if found.ndim == 0 else found

    def sweep(
        self,
        q: Any,
        times: Any = None,
        *,
        margin: float = 0.0,
        tolerance: float = 1e-3,
        most: int = 1_000_000,
        world: Scene | World | None = None,
        progress: Any = None,
    ) -> Swept:
        """How near the links come over a motion, to each other and to a `world`: at samples `q`
        (samples, joints), and proved at every time between, where each value moves linearly.

        `times` (samples,) rise, in any unit; without them the times are 0, 1, 2, ...

        - `margin`: links must stay farther apart than this, a length.
        - `tolerance`: a length. How far the proved lower bound may lie below the least distance
          found; and where the margin is not kept, how far a pair may move during the time that is
          left undecided.
        - `most`: the most points between samples that are checked. `docs/robots.md` explains how a
          distance is proved between two of them.

        >>> import clearance as cl
        >>> robot = cl.Robot("../assets/arm/arm.urdf", srdf="../assets/arm/arm.srdf")
        >>> robot.sweep([[0, 0, 0.1], [0.5, 0.5, 0.1], [1, -0.5, 0.1]]).verdict
        'free'

        Among 200 points on a circle, each a ball:

        >>> import numpy as np
        >>> turn, cell = np.linspace(0.0, 6.2, 200), cl.Scene()
        >>> circle = np.stack([1.5 * np.cos(turn), 1.5 * np.sin(turn), 0 * turn + 0.15], axis=1)
        >>> cell.add_points("scan", circle, 0.05)
        0
        >>> swept = robot.sweep([[0, 0, 0.1], [0.5, 0.5, 0.1]], world=cell)
        >>> swept.verdict, round(swept.nearest.found.distance, 3), swept.nearest.found.names
        ('free', 0.05, ('fore', 'scan'))
        """
        values = np.asarray(q)
        count = len(values) if values.ndim == 2 else 0
        if values.ndim == 2 and count == 0:
            raise ValueError("q: has no sample")
        at = np.arange(count, dtype=float) if times is None else doubles("times", times)
        if values.ndim == 2 and at.shape != (count,):
            raise ValueError(f"times: must be ({count},), one a sample, has shape {at.shape}")
        if not np.isfinite(at).all():
            wrong = int(np.flatnonzero(~np.isfinite(at))[0])
            raise ValueError(f"times[{wrong}]: is NaN or infinite")
        if (np.diff(at) <= 0).any():
            wrong = int(np.flatnonzero(np.diff(at) <= 0)[0]) + 1
            raise ValueError(f"times[{wrong}]: is {at[wrong]}, not after {at[wrong - 1]} before it")
        margin, tolerance = number("margin", margin), number("tolerance", tolerance)
        for name, value in (("margin", margin), ("tolerance", tolerance)):
            if not (value >= 0 and math.isfinite(value)):
                raise ValueError(f"{name}: must be a length, at least 0 and finite, is {value}")
        if most < 0:
            raise ValueError(f"most: must be at least 0, is {most}")
        around, names = self._among(world)
        free_until, bound, bounds, nearest, meeting, samples, stretches, looked_at = (
            self._robot.sweep(q, at.tolist(), margin, tolerance, most, around, progress)
        )
        # Where no pair is looked at, nothing is known.
        verdict: Literal["free", "meets", "unknown"] = (
            "free" if self._pairs or around else "unknown"
        )
        if stretches:
            verdict = "unknown" if meeting is None else "meets"
        return Swept(
            verdict,
            bound,
            bounds,
            _moment(nearest, names),
            free_until,
            _moment(meeting, names),
            np.array(stretches, dtype=_STRETCH),
            _nearest(samples, names),
            looked_at,
        )

    def __repr__(self) -> str:
        return (
            f"<Robot {self.name}: {len(self.links)} links, {len(self._joints)} joints, "
            f"{len(self._pairs)} pairs>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._urdf, self._made_of, self._carried)


def _again(urdf: str, made_of: dict[str, Any], carried: list[Any]) -> Robot:
    names = ("outside", "z_up", "max_file_bytes", "max_triangles")
    given = {name: value for name, value in made_of.items() if name != "limits"}
    given["place"] = dict(given["place"])
    robot = Robot(urdf, **given, **dict(zip(names, made_of["limits"], strict=True)))
    for name, scene, link, touch in carried:
        robot, _ = robot._attached(name, scene, link, None, touch)
    robot._carried = carried
    return robot


def _nearest(found: Any, pairs: "Sequence[tuple[str, str]]") -> NearestLinks | None:
    if found is None:
        return None
    pair, status, distance, gap, normal, point_a, point_b = found
    if pair.ndim == 0:
        pair, status = int(pair), Status(int(status))
        distance, gap = float(distance), float(gap)
    links = NearestLinks(pair, status, distance, gap, normal, point_a, point_b)
    links._pairs = pairs
    return links


def _moment(found: Any, pairs: "Sequence[tuple[str, str]]") -> Moment | None:
    if found is None:
        return None
    time, columns = found
    nearest = _nearest(columns, pairs)
    return None if nearest is None else Moment(time, nearest)
