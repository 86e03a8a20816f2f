"""MuJoCo's geoms: their shapes, the pairs that may touch, and their poses. MuJoCo itself is not
needed to import this."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _clearance
from ._arguments import listed
from ._robot import Z_FROM_Y, Body, Pairs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

__all__ = ["Pairs", "pairs"]

PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH = 0, 2, 3, 4, 5, 6, 7
NAMES = {1: "a height field", 8: "a signed distance field"}


def pairs(model: Any, data: Any = None, *, leave_out: Iterable[str] = ()) -> Pairs:
    """The geoms of an `MjModel`, and the pairs that MuJoCo would check: by contype and conaffinity,
    not within one body, not of two bodies that no joint moves (static ones and those of `mocap`),
    not of parent and child (unless the parent is static, or the model disables that filter), not
    excluded; and the pairs that the model names.

    `Pairs.placed` takes an `MjData`, from which it reads `geom_xpos` and `geom_xmat` (after
    `mj_forward` or `mj_kinematics`), or matrices. With `data` its geoms are checked against the
    model's. Meshes become the hulls that MuJoCo collides (`maxhullvert` counts); planes become
    half-spaces. Margins are not included. Height fields, flexes and the like raise `ValueError`,
    unless `leave_out`, a list of names, has theirs. Geoms without a name are called `geom 3`, or
    `geom 3 (unnamed)` where another has that name.

    >>> import clearance as cl, mujoco                                # doctest: +SKIP
    >>> import clearance.mujoco
    >>> geoms = clearance.mujoco.pairs(model, data)                   # doctest: +SKIP
    >>> found = cl.proximity(*geoms.placed(data))                     # doctest: +SKIP
    >>> geoms.named(found.distance.argmin())                          # doctest: +SKIP
    """
    count = int(model.ngeom)
    if data is not None and np.shape(data.geom_xpos) != (count, 3):
        raise ValueError(f"data: has {len(data.geom_xpos)} geoms, but model has {count}")
    names = _named("geom", [model.geom(i).name for i in range(count)])
    flexes = _named("flex", _flexes(model))
    out = set(listed("leave_out", leave_out))
    unknown = out - set(names) - set(flexes)
    if unknown:
        raise ValueError(f"leave_out: there is no geom {min(unknown)!r}")
    for flex in flexes:
        if flex not in out:
            raise ValueError(f"{flex}: is a flex, no convex shape; name it in leave_out")
    kept = [i for i in range(count) if names[i] not in out]
    bodies = []
    for i in kept:
        try:
            bodies.append(_body(model, i))
        except ValueError as error:
            raise ValueError(f"{names[i]}: {error}") from None
    place = np.full(count, -1)
    place[kept] = np.arange(len(kept))
    found = place[_looked_at(model)]
    return Pairs(
        [body.shape for body in bodies],
        [names[i] for i in kept],
        found[(found >= 0).all(axis=1)],
        [body.local for body in bodies],
        functools.partial(_placements, kept),
        [f"{name!r}" for name in (*names, *flexes) if name in out],
    )


def _flexes(model: Any) -> list[str]:
    """The names of the flexes, which models have no objects for: texts that end in 0."""
    begins = model.name_flexadr if getattr(model, "nflex", 0) else ()
    return [bytes(model.names)[int(at) :].split(b"\0")[0].decode() for at in begins]


def _named(kind: str, names: list[str]) -> list[str]:
    """The names, and others for those that have none: no name is there twice."""
    made = []
    for i, name in enumerate(names):
        if not name:
            name = f"{kind} {i}"
            while name in names:
                name += " (unnamed)"
        made.append(name)
    return made


def _placements(kept: list[int], where: Any) -> Any:
    if not hasattr(where, "geom_xpos"):
        return where
    turns = np.asarray(where.geom_xmat)[kept].reshape(-1, 3, 3)
    if not turns.any(axis=(1, 2)).all():
        raise ValueError("where: its geoms have no poses yet; call mujoco.mj_kinematics before")
    matrices = np.zeros((len(kept), 4, 4))
    matrices[:, :3, :3] = turns
    matrices[:, :3, 3] = np.asarray(where.geom_xpos)[kept]
    matrices[:, 3, 3] = 1.0
    return matrices


def _body(model: Any, i: int) -> Body:
    kind, size = int(model.geom_type[i]), np.asarray(model.geom_size[i], dtype=float)
    upright = np.eye(4)
    if kind == PLANE:
        return Body(_clearance.half_space([0.0, 0.0, 1.0], 0.0), upright)
    if kind == SPHERE:
        return Body(_clearance.ball(size[0]), upright)
    if kind == CAPSULE:
        return Body(_clearance.capsule(size[1], size[0]), Z_FROM_Y)
    if kind == ELLIPSOID:
        return Body(_clearance.ellipsoid(size), upright)
    if kind == CYLINDER:
        return Body(_clearance.cylinder(size[1], size[0]), Z_FROM_Y)
    if kind == BOX:
        return Body(_clearance.cuboid(size), upright)
    if kind == MESH:
        return Body(_clearance.hull(_corners(model, int(model.geom_dataid[i]))), upright)
    raise ValueError(
        f"is {NAMES.get(kind, f'a geom of type {kind}')}, no convex shape; name it in leave_out"
    )


def _corners(model: Any, mesh: int) -> NDArray[np.float64]:
    """The corners of the hull that MuJoCo collides; of a mesh without one, all vertices."""
    first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
    vertices: NDArray[np.float64] = np.asarray(model.mesh_vert[first : first + count], float)
    graph = int(model.mesh_graphadr[mesh])
    if graph < 0:
        return vertices
    # The counts of corners and faces, where each corner's edges begin, which vertex each is.
    corners = int(model.mesh_graph[graph])
    numbers: NDArray[np.intp] = np.asarray(
        model.mesh_graph[graph + 2 + corners : graph + 2 + 2 * corners], np.intp
    )
    return vertices[numbers]


def _looked_at(model: Any) -> NDArray[np.intp]:
    """The pairs (m, 2) that pass MuJoCo's own filters, each once and in order."""
    count = int(model.ngeom)
    of, weld = np.asarray(model.geom_bodyid), np.asarray(model.body_weldid)
    moved = np.asarray(model.body_dofnum)[weld] > 0
    own = np.stack([np.asarray(model.pair_geom1), np.asarray(model.pair_geom2)], axis=1)
    own = own.astype(np.intp)
    if int(model.nbody) == 1:
        # In a model of the world alone MuJoCo checks nothing.
        own = own[:0]
    kind, affinity = np.asarray(model.geom_contype), np.asarray(model.geom_conaffinity)
    # The bit differs among versions, so it is taken from the loaded one.
    flags = getattr(sys.modules.get("mujoco"), "mjtDisableBit", None)
    filters = flags is None or not int(model.opt.disableflags) & int(flags.mjDSBL_FILTERPARENT)
    parent = weld[np.asarray(model.body_parentid)[weld]]
    found = [np.sort(own, axis=1)]
    for i in range(count):
        others = np.arange(i + 1, count)
        one, other = int(of[i]), of[others]
        a, b = int(weld[one]), weld[other]
        fits = ((kind[i] & affinity[others]) | (kind[others] & affinity[i])) != 0
        fits &= (a != b) & (moved[one] | moved[other])
        signature = (np.minimum(one, other).astype(np.int64) << 16) + np.maximum(one, other)
        fits &= ~np.isin(signature, model.exclude_signature)
        if filters and a != 0:
            fits &= (b == 0) | ((parent[other] != a) & (b != parent[one]))
        found.append(np.stack([np.full(fits.sum(), i), others[fits]], axis=1))
    return np.unique(np.concatenate(found), axis=0)
