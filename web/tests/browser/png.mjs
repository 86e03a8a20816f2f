// Screenshots packed without loss: three channels, the best filter for each row, the strongest deflate. Chromium hurries; this does not.
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

export function shrink(png) {
  const { width, height, rgb } = decode(png);
  const stride = width * 3;
  const rows = [];
  for (let y = 0; y < height; y++) {
    const tries = GUESS.map((guess, filter) => {
      const row = Buffer.alloc(stride + 1);
      row[0] = filter;
      let cost = 0;
      for (let x = 0; x < stride; x++) {
        const left = x >= 3 ? rgb[y * stride + x - 3] : 0;
        const up = y ? rgb[(y - 1) * stride + x] : 0;
        const corner = y && x >= 3 ? rgb[(y - 1) * stride + x - 3] : 0;
        const d = (rgb[y * stride + x] - guess(left, up, corner)) & 255;
        row[x + 1] = d;
        cost += d < 128 ? d : 256 - d;
      }
      return { row, cost };
    });
    rows.push(tries.reduce((m, t) => (t.cost < m.cost ? t : m)).row);
  }
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
  header.set([8, 2, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 });
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}
