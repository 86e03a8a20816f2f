/** The interface of a pair of views, in the plane or in space. */
import type { Vec } from "../math/vec";
import type { Frame } from "../model/frame";

export interface Views {
  draw: (frame: Frame) => void;
  /** Moves the cameras so that everything is seen. */
  fit: (frame: Frame) => void;
  lengthPerPixel: () => number;
  /** The screen's right, up and towards the eye, in the world: the arrow keys move along these. */
  axes: () => [Vec, Vec, Vec];
  /** Takes the page's current colours. */
  recolour: () => void;
  /** The content of one view, for sharp print. */
  picture: (side: "world" | "difference") => Promise<HTMLCanvasElement>;
  dispose: () => void;
}
