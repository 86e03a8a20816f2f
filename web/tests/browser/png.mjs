// Screenshots as PNG with a palette of 256 colours: a third of the size, so that the repository can
// hold them.
import { deflateSync, inflateSync } from "node:zlib";

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
const crc32 = (bytes) => {
  let c = 0xffffffff;
  for (const b of bytes) c = TABLE[(c ^ b) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};

function paeth(left, up, corner) {
  const p = left + up - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
const GUESS = [() => 0, (l) => l, (_, u) => u, (l, u) => (l + u) >> 1, paeth];

/** The pixels of a PNG with 8 bits per channel, not interlaced, as Chromium writes it. */
function decode(png) {
  let at = 8;
  const data = [];
  let [width, height, channels] = [0, 0, 0];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR")
      [width, height, channels] = [
        body.readUInt32BE(0),
        body.readUInt32BE(4),
        body[9] === 6 ? 4 : 3,
      ];
    if (kind === "IDAT") data.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const full = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const guess = GUESS[raw[y * (stride + 1)]];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? full[y * stride + x - channels] : 0;
      const up = y ? full[(y - 1) * stride + x] : 0;
      const corner = y && x >= channels ? full[(y - 1) * stride + x - channels] : 0;
      full[y * stride + x] = (raw[y * (stride + 1) + 1 + x] + guess(left, up, corner)) & 255;
    }
  }
  const rgb = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) full.copy(rgb, i * 3, i * channels, i * channels + 3);
  return { width, height, rgb };
}

const COMMON = 96;
const parts = (c) => [c >> 16, (c >> 8) & 255, c & 255];

/**
 * The most common colours as they are, and a median cut of the others, each box represented by its
 * mean.
 */
function choose(counts) {
  const ranked = [...counts].sort((p, q) => q[1] - p[1]);
  const palette = ranked.slice(0, COMMON).map(([c]) => c);
  const spread = (box, k) =>
    Math.max(...box.map(([c]) => parts(c)[k])) - Math.min(...box.map(([c]) => parts(c)[k]));
  const measured = (box) => {
    const [axis, width] = [0, 1, 2]
      .map((k) => [k, box.length ? spread(box, k) : 0])
      .sort((p, q) => q[1] - p[1])[0];
    return { box, axis, score: width * Math.log2(2 + box.reduce((n, [, count]) => n + count, 0)) };
  };
  const boxes = [measured(ranked.slice(COMMON, COMMON + 60000))];
  while (boxes.length < 256 - COMMON) {
    boxes.sort((p, q) => q.score - p.score);
    const { box, axis, score } = boxes[0];
    if (box.length < 2 || score === 0) break;
    box.sort((p, q) => parts(p[0])[axis] - parts(q[0])[axis]);
    const half = box.reduce((n, [, count]) => n + count, 0) / 2;
    let [cut, sum] = [0, 0];
    while (cut < box.length - 1 && (sum += box[cut][1]) < half) cut++;
    cut = Math.max(1, Math.min(box.length - 1, cut));
    boxes.splice(0, 1, measured(box.slice(0, cut)), measured(box.slice(cut)));
  }
  for (const { box } of boxes) {
    const total = box.reduce((n, [, count]) => n + count, 0);
    if (!total) continue;
    const mean = [0, 1, 2].map((k) =>
      Math.round(box.reduce((n, [c, count]) => n + parts(c)[k] * count, 0) / total),
    );
    palette.push((mean[0] << 16) | (mean[1] << 8) | mean[2]);
  }
  return palette;
}

/** Maps every colour to the nearest in the palette. */
function nearest(palette) {
  const known = new Map();
  const list = palette.map(parts);
  return (c) => {
    let found = known.get(c);
    if (found !== undefined) return found;
    const [r, g, b] = parts(c);
    let least = Infinity;
    list.forEach(([x, y, z], i) => {
      const d = 2 * (x - r) ** 2 + 4 * (y - g) ** 2 + 3 * (z - b) ** 2;
      if (d < least) [found, least] = [i, d];
    });
    known.set(c, found);
    return found;
  };
}

export function shrink(png) {
  const { width, height, rgb } = decode(png);
  const colour = (i) => (rgb[i * 3] << 16) | (rgb[i * 3 + 1] << 8) | rgb[i * 3 + 2];
  const counts = new Map();
  for (let i = 0; i < width * height; i++) counts.set(colour(i), (counts.get(colour(i)) ?? 0) + 1);
  const palette = choose(counts);
  const index = nearest(palette);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = index(colour(y * width + x));
  const chunk = (kind, body) => {
    const named = Buffer.concat([Buffer.from(kind, "latin1"), body]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(body.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap(parts));
  const data = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
