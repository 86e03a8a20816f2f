/**
 * WebM from encoded pictures: the part of the format (EBML, Matroska) that one silent track needs.
 */
export interface Picture {
  data: Uint8Array;
  /** In milliseconds from the start. */
  at: number;
  /** Whether it can be decoded alone; a cluster begins with such a picture. */
  isKey: boolean;
}

export interface Track {
  codec: "V_VP8";
  width: number;
  height: number;
  /** In milliseconds. */
  duration: number;
}

const ID = {
  header: 0x1a45dfa3,
  version: 0x4286,
  readVersion: 0x42f7,
  longestId: 0x42f2,
  longestSize: 0x42f3,
  kind: 0x4282,
  kindVersion: 0x4287,
  kindReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  tick: 0x2ad7b1,
  maker: 0x4d80,
  writer: 0x5741,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  unique: 0x73c5,
  type: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  time: 0xe7,
  block: 0xa3,
} as const;

const TICK_NS = 1_000_000;
const VIDEO = 1;

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

/** Big-endian, without leading zeros. */
function whole(value: number): Uint8Array {
  const bytes = [value & 255];
  for (let rest = Math.floor(value / 256); rest > 0; rest = Math.floor(rest / 256))
    bytes.unshift(rest & 255);
  return Uint8Array.from(bytes);
}

function float(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function element(id: number, ...content: Uint8Array[]): Uint8Array {
  const body = join(content);
  // A size of eight bytes: a one, and seven for the number.
  const size = new Uint8Array(8);
  new DataView(size.buffer).setUint32(4, body.length);
  size[0] = 1;
  return join([whole(id), size, body]);
}

function block({ data, at, isKey }: Picture, start: number): Uint8Array {
  const head = Uint8Array.of(0x80 | VIDEO, 0, 0, isKey ? 0x80 : 0);
  new DataView(head.buffer).setInt16(1, at - start);
  return element(ID.block, head, data);
}

export function webm(
  pictures: readonly Picture[],
  { codec, width, height, duration }: Track,
): Uint8Array<ArrayBuffer> {
  const clusters: Picture[][] = [];
  for (const picture of pictures)
    if (picture.isKey || !clusters.length) clusters.push([picture]);
    else clusters[clusters.length - 1].push(picture);
  const header = element(
    ID.header,
    element(ID.version, whole(1)),
    element(ID.readVersion, whole(1)),
    element(ID.longestId, whole(4)),
    element(ID.longestSize, whole(8)),
    element(ID.kind, text("webm")),
    element(ID.kindVersion, whole(4)),
    element(ID.kindReadVersion, whole(2)),
  );
  const info = element(
    ID.info,
    element(ID.tick, whole(TICK_NS)),
    element(ID.maker, text("clearance")),
    element(ID.writer, text("clearance")),
    element(ID.duration, float(duration)),
  );
  const video = element(
    ID.video,
    element(ID.width, whole(width)),
    element(ID.height, whole(height)),
  );
  const tracks = element(
    ID.tracks,
    element(
      ID.track,
      element(ID.number, whole(1)),
      element(ID.unique, whole(1)),
      element(ID.type, whole(VIDEO)),
      element(ID.codec, text(codec)),
      video,
    ),
  );
  const body = clusters.map((list) => {
    const start = list[0].at;
    return element(
      ID.cluster,
      element(ID.time, whole(start)),
      ...list.map((picture) => block(picture, start)),
    );
  });
  return join([header, element(ID.segment, info, tracks, ...body)]);
}
