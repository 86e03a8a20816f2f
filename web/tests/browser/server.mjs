// A static server on the loopback address, which sends the compressed twins like hosts do, and
// measures a first load.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/**
 * `extra` maps paths to text that is served besides the files, as `clearance view` serves a trace.
 */
export async function serve(root, extra = {}) {
  const requested = new Map();
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (path in extra) {
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(extra[path]);
    }
    const file = join(root, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(root) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404);
      return response.end();
    }
    const twin = `${file}.br`;
    const packed = /\bbr\b/.test(request.headers["accept-encoding"] ?? "") && existsSync(twin);
    const sent = readFileSync(packed ? twin : file);
    requested.set(path, { file, sent: sent.length });
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
      ...(packed ? { "content-encoding": "br" } : {}),
    });
    response.end(sent);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    extra,
    forget: () => requested.clear(),
    /** Bytes of each file: raw, gzipped, and as sent. */
    sizes: () =>
      [...requested].map(([path, { file, sent }]) => {
        const body = readFileSync(file);
        return { path, raw: body.length, gzip: gzipSync(body, { level: 9 }).length, sent };
      }),
    close: () => server.close(),
  };
}
