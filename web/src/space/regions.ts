/**
 * The Voronoi regions of a step's simplex as solids: which of them holds the origin, and which
 * cannot.
 */

import { type Cell, cells, possible } from "../math/regions";
import { add, scale, type Vec, ZERO } from "../math/vec";
import type { RegionsShown } from "../model/regions";
import { type DrawStep, held } from "../model/steps";
import { geometry, type Solid } from "./stage";

export interface RegionSolid {
  kind: "here" | "never" | "open";
  solid: Solid;
  middle: Vec;
  corners: Vec[];
}

export function regionSolids(
  step: DrawStep,
  shown: RegionsShown,
  middle: Vec,
  half: Vec,
): RegionSolid[] {
  const points = step.around.map((corner) => corner.point);
  const here = held(step).join();
  return cells(points, middle, half).flatMap(({ feature, cell }) => {
    const kind =
      feature.join() === here
        ? "here"
        : possible(feature, points.length - 1, step.exitsEarly)
          ? "open"
          : "never";
    return shown === "all" || shown === kind
      ? [
          {
            kind,
            solid: solidOf(cell, kind === "here"),
            middle: middleOf(cell),
            corners: cell.flat(),
          },
        ]
      : [];
  });
}

const middleOf = (cell: Cell): Vec => {
  const points = cell.flat();
  return scale(points.reduce(add, ZERO), 1 / points.length);
};

/** Edges of all fifteen would hide the content. */
function solidOf(cell: Cell, withEdges: boolean): Solid {
  const faces = cell.flatMap(([first, ...rest]) =>
    rest.slice(1).flatMap((p, i) => [...first, ...rest[i], ...p]),
  );
  const edges = cell.flatMap((face) =>
    face.flatMap((p, i) => [...p, ...face[(i + 1) % face.length]]),
  );
  return {
    faces: geometry(Float32Array.from(faces)),
    edges: !withEdges ? null : geometry(Float32Array.from(edges)),
  };
}
