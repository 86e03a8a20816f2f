"""MuJoCo's geoms: their shapes, the pairs that may touch, and their poses. MuJoCo itself is not
needed to import this."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _clearance
from ._robot import Z_FROM_Y, Body, Pairs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["Pairs", "pairs"]

PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH = 0, 2, 3, 4, 5, 6, 7
NAMES = {1: "a height field", 8: "a signed distance field"}


def pairs(model: Any, data: Any = None, *, leave_out: Collection[str] = ()) -> Pairs:
    """The geoms of an `MjModel`, and the pairs that MuJoCo would check: by contype and conaffinity,
    not within one body, not of parent and child (unless the parent is static, or the model disables
    that filter), not excluded; and the pairs that the model names.

    `Pairs.placed` takes an `MjData`, from which it reads `geom_xpos` and `geom_xmat` (after
    `mj_forward` or `mj_kinematics`), or matrices. With `data` its geoms are checked against the
    model's. Meshes become their hulls, as in MuJoCo; planes become half-spaces. Margins are not
    included. Height fields and the like raise `ValueError`, unless `leave_out` has their name.

    >>> import clearance as cl, mujoco                                # doctest: +SKIP
    >>> import clearance.mujoco
    >>> geoms = clearance.mujoco.pairs(model, data)                   # doctest: +SKIP
    >>> found = cl.proximity(*geoms.placed(data))                     # doctest: +SKIP
    >>> geoms.named(found.distance.argmin())                          # doctest: +SKIP
    """
    count = int(model.ngeom)
    if data is not None and np.shape(data.geom_xpos) != (count, 3):
        raise ValueError(f"data: has {len(data.geom_xpos)} geoms, but model has {count}")
    names = [model.geom(i).name or f"geom {i}" for i in range(count)]
    unknown = set(leave_out) - set(names)
    if unknown:
        raise ValueError(f"leave_out: there is no geom {sorted(unknown)[0]!r}")
    kept = [i for i in range(count) if names[i] not in leave_out]
    bodies = []
    for i in kept:
        try:
            bodies.append(_body(model, i))
        except ValueError as error:
            raise ValueError(f"{names[i]}: {error}") from None
    place = {geom: at for at, geom in enumerate(kept)}
    found = [
        (place[i], place[j]) for i, j in sorted(set(_looked_at(model))) if i in place and j in place
    ]

    return Pairs(
        [body.shape for body in bodies],
        [names[i] for i in kept],
        found,
        [body.local for body in bodies],
        functools.partial(_placements, kept),
    )


def _placements(kept: list[int], where: Any) -> Any:
    if not hasattr(where, "geom_xpos"):
        return where
    matrices = np.zeros((len(kept), 4, 4))
    matrices[:, :3, :3] = np.asarray(where.geom_xmat)[kept].reshape(-1, 3, 3)
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
        mesh = int(model.geom_dataid[i])
        first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
        return Body(
            _clearance.hull(np.asarray(model.mesh_vert[first : first + count], dtype=float)),
            upright,
        )
    raise ValueError(
        f"is {NAMES.get(kind, f'a geom of type {kind}')}, no convex shape; name it in leave_out"
    )


def _looked_at(model: Any) -> Iterator[tuple[int, int]]:
    """The pairs that pass MuJoCo's own filters, each once, the lower index first."""
    for i, j in zip(model.pair_geom1, model.pair_geom2, strict=True):
        yield min(int(i), int(j)), max(int(i), int(j))
    weld = np.asarray(model.body_weldid)
    of = np.asarray(model.geom_bodyid)
    excluded = {int(signature) for signature in model.exclude_signature}
    kind, affinity = np.asarray(model.geom_contype), np.asarray(model.geom_conaffinity)
    # The bit differs among versions, so it is taken from the loaded one.
    flags = getattr(sys.modules.get("mujoco"), "mjtDisableBit", None)
    filters = flags is None or not int(model.opt.disableflags) & int(flags.mjDSBL_FILTERPARENT)
    for i in range(int(model.ngeom)):
        others = np.arange(i + 1, int(model.ngeom))
        fits = ((kind[i] & affinity[others]) | (kind[others] & affinity[i])) != 0
        for j in others[fits].tolist():
            one, other = int(of[i]), int(of[j])
            a, b = int(weld[one]), int(weld[other])
            if a == b or (min(one, other) << 16) + max(one, other) in excluded:
                continue
            parents = int(weld[model.body_parentid[a]]), int(weld[model.body_parentid[b]])
            if filters and a != 0 and b != 0 and (a == parents[1] or b == parents[0]):
                continue
            yield i, j
