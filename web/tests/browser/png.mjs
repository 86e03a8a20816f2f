// Screenshots as PNG with a palette of 256 colours: a third of the size, so that they may live in the repository.
import { deflateSync, inflateSync, crc32 as zlibCrc } from "node:zlib";

const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc32 = zlibCrc ?? ((bytes) => {
  let c = 0xffffffff;
  for (const b of bytes) c = TABLE[(c ^ b) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
});

/** Pixels of a PNG of 8 bits a channel, not interlaced: what Chromium writes. */
function decode(png) {
  let at = 8;
  const data = [];
  let [width, height, channels] = [0, 0, 0];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const kind = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    if (kind === "IDAT") data.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const stride = width * channels;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? out[y * stride + x - channels] : 0;
      const up = y ? out[(y - 1) * stride + x] : 0;
      const corner = y && x >= channels ? out[(y - 1) * stride + x - channels] : 0;
      const p = left + up - corner;
      const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
      const guess = [0, left, up, (left + up) >> 1, a <= b && a <= c ? left : b <= c ? up : corner][filter];
      out[y * stride + x] = (raw[y * (stride + 1) + 1 + x] + guess) & 255;
    }
  }
  return { width, height, channels, out };
}

/** Median cut over the colours that occur; often-used colours weigh more. */
function choose(colours) {
  let boxes = [[...colours]];
  const spread = (box, k) => box.reduce(([lo, hi], [c]) => [Math.min(lo, (c >> k) & 255), Math.max(hi, (c >> k) & 255)], [255, 0]);
  const widest = (box) => [16, 8, 0].map((k) => [k, spread(box, k)]).map(([k, [lo, hi]]) => [k, hi - lo]).sort((a, b) => b[1] - a[1])[0];
  const scored = boxes.map((box) => ({ box, cut: widest(box) }));
  while (scored.length < 256) {
    scored.sort((p, q) => q.cut[1] * Math.sqrt(q.box.length) - p.cut[1] * Math.sqrt(p.box.length));
    const { box, cut } = scored[0];
    if (box.length < 2 || cut[1] === 0) break;
    box.sort((p, q) => ((p[0] >> cut[0]) & 255) - ((q[0] >> cut[0]) & 255));
    const middle = box.length >> 1;
    const halves = [box.slice(0, middle), box.slice(middle)];
    scored.splice(0, 1, ...halves.map((half) => ({ box: half, cut: widest(half) })));
  }
  const palette = [];
  const index = new Map();
  for (const { box } of scored) {
    // The commonest colour stands for its box: grounds and lines keep their exact colour.
    const best = box.reduce((m, c) => (c[1] > m[1] ? c : m))[0];
    for (const [c] of box) index.set(c, palette.length);
    palette.push(best);
  }
  return { palette, index };
}

export function shrink(png) {
  const { width, height, channels, out } = decode(png);
  const counts = new Map();
  const key = (i) => (out[i] << 16) | (out[i + 1] << 8) | out[i + 2];
  for (let i = 0; i < out.length; i += channels) counts.set(key(i), (counts.get(key(i)) ?? 0) + 1);
  const { palette, index } = choose(counts);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = index.get(key((y * width + x) * channels));
  const chunk = (kind, body) => {
    const named = Buffer.concat([Buffer.from(kind, "latin1"), body]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(named));
    return Buffer.concat([head, named, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]));
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), chunk("PLTE", colours), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
