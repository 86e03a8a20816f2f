// A static server on the loopback address that counts what a first load takes.
import { readFileSync, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json" };

/** `extra` maps paths to text that is served besides the files, as `clearance view` serves a trace. */
export async function serve(root, extra = {}) {
  const asked = new Map();
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
    const body = readFileSync(file);
    asked.set(path, body);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    extra,
    forget: () => asked.clear(),
    sizes: () => [...asked].map(([path, body]) => ({ path, raw: body.length, gzip: gzipSync(body, { level: 9 }).length, brotli: brotliCompressSync(body).length })),
    close: () => server.close(),
  };
}
