/** A film of an iteration, made in the browser: shows every step for a while, as WebM. */
import { found } from "../found";
import { type Picture, webm } from "./webm";

/** How long a step is shown. */
const STEP_MS = 1200;
/**
 * Pictures per step: players show a picture until the next one comes, and some do not wait long.
 */
const PICTURES = 6;
const WIDEST = 1280;

/** Whether this browser has an encoder. */
export const canFilm = (): boolean => typeof VideoEncoder !== "undefined";

/** `draw` returns the picture of a step; all are scaled to the size of the first. */
export async function film(
  count: number,
  draw: (step: number) => Promise<HTMLCanvasElement>,
): Promise<Blob> {
  const first = await draw(0);
  const screen = document.createElement("canvas");
  const k = Math.min(1, WIDEST / first.width);
  // The encoder only takes even numbers.
  const [width, height] = [first.width, first.height].map((x) => Math.round(x * k) & ~1) as [
    number,
    number,
  ];
  [screen.width, screen.height] = [width, height];
  const pen = found(screen.getContext("2d"), "the pen of a canvas");
  const pictures: Picture[] = [];
  let fault: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      pictures.push({ data, at: chunk.timestamp / 1000, isKey: chunk.type === "key" });
    },
    error: (e) => (fault = e),
  });
  encoder.configure({ codec: "vp8", width, height, bitrate: 4_000_000 });
  const between = STEP_MS / PICTURES;
  for (let step = 0; step < count && !fault; step++) {
    const drawn = step ? await draw(step) : first;
    pen.drawImage(drawn, 0, 0, width, height);
    for (let i = 0; i < PICTURES; i++) {
      const frame = new VideoFrame(screen, {
        timestamp: (step * STEP_MS + i * between) * 1000,
        duration: between * 1000,
      });
      encoder.encode(frame, { keyFrame: i === 0 });
      frame.close();
    }
    // What has not been encoded yet is held in memory.
    await encoder.flush().catch((e: Error) => (fault ??= e));
  }
  if (encoder.state !== "closed") encoder.close();
  if (fault) throw fault;
  return new Blob([webm(pictures, { codec: "V_VP8", width, height, duration: count * STEP_MS })], {
    type: "video/webm",
  });
}
