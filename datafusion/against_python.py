"""Tables and the answers of `clearance.arrow` to them, for the test that compares: `python
against_python.py FOLDER`."""

import pathlib
import sys

import numpy as np
import pyarrow as pa

import clearance as cl
import clearance.arrow as arrow

COUNT = 2000


def poses(draw, side):
    turn = draw.normal(size=(COUNT, 4))
    turn /= np.linalg.norm(turn, axis=1)[:, None]
    numbers = np.concatenate([draw.uniform(0, side, (COUNT, 3)), turn], axis=1)
    return pa.FixedSizeListArray.from_arrays(pa.array(numbers.ravel()), 7)


def main(folder):
    draw = np.random.default_rng(3)
    hull = cl.hull(draw.normal(size=(12, 3)) * 0.4)
    shapes = [cl.ball(0.5), cl.cuboid([0.3, 0.4, 0.5]), cl.capsule(0.4, 0.2), hull]
    shapes += [cl.cylinder(0.3, 0.2), cl.ellipsoid([0.3, 0.4, 0.5])]
    path = folder / "shapes.jsonl"
    path.write_text("".join(shape.to_json() + "\n" for shape in shapes))

    def written(name, columns):
        batch = pa.record_batch(columns)
        with pa.ipc.new_file(folder / f"{name}.arrow", batch.schema) as writer:
            writer.write_batch(batch)
        return [batch.column(i) for i in range(batch.num_columns)]

    def kinds():
        return draw.integers(0, len(shapes), COUNT)

    velocity = pa.FixedSizeListArray.from_arrays(pa.array(draw.normal(size=3 * COUNT)), 3)
    pairs = {"a": kinds(), "pose_a": poses(draw, 1.5), "b": kinds(), "pose_b": poses(draw, 1.5)}
    *pair, velocity = written("pairs", {**pairs, "velocity": velocity})
    bodies = written(
        "bodies", {"id": draw.permutation(COUNT), "shape": kinds(), "pose": poses(draw, 12)}
    )
    how = {"shapes": str(path)}
    for name, answer in {
        "proximity": arrow.proximity(*pair, **how),
        "intersects": arrow.intersects(*pair, **how),
        "casts": arrow.casts(*pair, velocity, **how),
        "manifolds": arrow.manifolds(*pair, **how, max_distance=0.25),
        "signed_distance": arrow.signed_distance(*pair[:2], velocity, **how),
        "near": arrow.near(*bodies, **how, within=0.1),
    }.items():
        written(name, {"answer": pa.array(answer)})


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
