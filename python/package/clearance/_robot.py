"""Bodies of a robot or a simulation, and the pairs of them to check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _clearance
from ._arguments import doubles, unmasked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ._bodies import Floats


Z_FROM_Y = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
"""Turns a shape about the local y axis, as ours are, into one about z, as those of others are."""


class Body(NamedTuple):
    """A shape, and its rotation in its owner's frame."""

    shape: _clearance.Shape
    local: Floats


class Pairs:
    """Bodies, and the pairs of them to check: made by `clearance.pinocchio.from_pinocchio` and
    `clearance.mujoco.pairs`.

    `shapes` and `names` belong to the bodies; `pairs`, (m, 2), are indices into them. `left_out`
    says what of the model is in none of them.

    >>> import clearance as cl
    >>> from clearance.pinocchio import Pairs
    >>> Pairs([cl.ball(1.0), cl.ball(0.5)], ["hand", "wall"], [[0, 1]])
    <1 pairs of 2 bodies>
    """

    shapes: _clearance.Shapes
    names: list[str]
    pairs: NDArray[np.intp]
    left_out: list[str]

    def __init__(
        self,
        shapes: Any,
        names: list[str],
        pairs: Any,
        local: Any = None,
        placements: Callable[[Any], Any] | None = None,
        left_out: Sequence[str] = (),
    ) -> None:
        self.shapes = shapes if isinstance(shapes, _clearance.Shapes) else _clearance.Shapes(shapes)
        self.names = list(names)
        count = len(self.shapes)
        unmasked("pairs", pairs)
        given = np.asarray(pairs)
        if given.size and given.dtype.kind not in "iu":
            raise TypeError(f"pairs: must be of integers, is of {given.dtype}")
        self.pairs = given.astype(np.intp).reshape(-1, 2)
        if len(self.names) != count:
            raise ValueError(f"names: there are {len(self.names)}, but {count} shapes")
        wrong = self.pairs[(self.pairs < 0) | (self.pairs >= count)]
        if wrong.size:
            raise IndexError(f"pairs: names body {wrong[0]}, but there are {count}")
        self._local = np.broadcast_to(
            np.eye(4) if local is None else doubles("local", local), (count, 4, 4)
        )
        self._placements = placements
        self.left_out = list(left_out)

    def placed(self, where: Any) -> tuple[Any, Any, Any, Any]:
        """The arguments of the verbs for all pairs at once: `(a, pose_a, b, pose_b)`.

        `where` is the owner's object with the bodies' poses (pinocchio's `GeometryData`, MuJoCo's
        `MjData`), or rigid matrices (n, 4, 4), or (..., n, 4, 4) for many configurations; the
        answers are then arrays (m,), or (..., m). Units are the owner's.

        >>> import clearance as cl, numpy as np
        >>> from clearance.pinocchio import Pairs
        >>> balls = Pairs([cl.ball(1.0), cl.ball(0.5)], ["hand", "wall"], [[0, 1]])
        >>> at = np.tile(np.eye(4), (5, 2, 1, 1))           # five steps of two bodies
        >>> at[:, 1, 0, 3] = [1.0, 2.0, 3.0, 4.0, 5.0]
        >>> cl.proximity(*balls.placed(at)).distance.ravel()
        array([-0.5,  0.5,  1.5,  2.5,  3.5])
        """
        matrices = doubles("where", where if self._placements is None else self._placements(where))
        if matrices.shape[-3:] != self._local.shape:
            raise ValueError(
                f"where: must be matrices (..., {len(self._local)}, 4, 4), one a body, "
                f"has shape {matrices.shape}"
            )
        moved = matrices @ self._local
        i, j = self.pairs.T
        return (
            self.shapes[i],
            _clearance.Pose.matrix(moved[..., i, :, :]),
            self.shapes[j],
            _clearance.Pose.matrix(moved[..., j, :, :]),
        )

    def named(self, pair: int) -> tuple[str, str]:
        """The names of the bodies of a pair.

        >>> import clearance as cl
        >>> from clearance.pinocchio import Pairs
        >>> Pairs([cl.ball(1.0), cl.ball(0.5)], ["hand", "wall"], [[0, 1]]).named(0)
        ('hand', 'wall')
        """
        i, j = self.pairs[pair]
        return self.names[i], self.names[j]

    def __repr__(self) -> str:
        without = f"; without {', '.join(self.left_out)}" if self.left_out else ""
        return f"<{len(self.pairs)} pairs of {len(self.shapes)} bodies{without}>"
