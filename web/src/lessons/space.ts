/** GJK and EPA in space, on the library itself: the regions of the simplex as solids. */
import { shapeNamed } from "../model/gallery";
import { at, type Scene } from "../model/scene";
import { bench } from "./bench";
import type { Lesson } from "./board";
import { epaOf, traced } from "./runs";

const hull = shapeNamed(3, "hull");

/** A hull and a turned box. */
export const spacePair = (x: number, y: number, z: number): Scene => ({
  dim: 3,
  precision: "f64",
  options: {},
  a: { shape: hull, pose: at(0, 0, 0) },
  b: {
    shape: { type: "box", half_extents: [0.7, 0.5, 0.6] },
    pose: { ...at(x, y, z), turn: [0.2, 0.1, 0.4, 0.8888194417315589] },
  },
});

export const gjkInSpace: Lesson = {
  title: "In space: regions are solids",
  prose: [
    "In space the loop is the same, with one more case. Two points have three regions, three " +
      "points have seven, and four have *fifteen*: four corners, six edges, four faces, and the " +
      "inside. Each is a solid, cut off here by the walls of the picture.",
    "Blue is the region that holds the origin: its feature is what the simplex becomes. *A red " +
      "cross marks a region that is ruled out*, because it does not touch the newest point. Turn " +
      "the picture by dragging the ground, and choose in it which of them to see.",
    "In the plane a triangle around the origin ends the search; in space it takes a " +
      "tetrahedron. *Only four points can hold the origin inside*, and then the shapes share a " +
      "point.",
  ],
  build(host) {
    const { store, leave } = bench(host, spacePair(0.9, 0.4, 0.35), (scene) =>
      traced(scene).filter((step) => step.kind !== "epa"),
    );
    store.place({ regions: "all", step: 3 });
    return leave;
  },
};

export const epaInSpace: Lesson = {
  title: "In space: how deep",
  prose: [
    "GJK leaves a tetrahedron around the origin. EPA lets it grow into the difference, face by " +
      "face, until a face lies on the boundary.",
    "Each round takes the face nearest to the origin, blue here, with its number from the " +
      "sentence. The support point along its normal lies beyond it, or the face is on the " +
      "boundary. If it lies beyond, *every face that sees the point goes*, not only the blue " +
      "one; the edges around the hole, in orange, are the horizon, and each of them makes a new " +
      "face with the point.",
    "The dashed line is the way out as far as it is known. It only ever gets longer, and *ends " +
      "where the first support plane stands*: the shortest push that parts the shapes.",
  ],
  build: (host) => bench(host, spacePair(0.55, 0.25, 0.2), epaOf, true).leave,
};
