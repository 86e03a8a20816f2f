/** What the page needs of a pair of views, in the plane or in space. */
import type { Vec } from "../math/vec";
import type { Frame } from "../model/frame";

export interface Views {
  draw: (frame: Frame) => void;
  /** Moves the cameras so that everything is seen. */
  fit: (frame: Frame) => void;
  lengthPerPixel: () => number;
  /** The screen's right, up and towards the eye, in the world: along these the arrow keys move. */
  axes: () => [Vec, Vec, Vec];
  /** Takes the colours that the page has now. */
  recolour: () => void;
  /** What one view shows, for sharp print. */
  picture: (side: "world" | "difference") => Promise<HTMLCanvasElement>;
  dispose: () => void;
}
