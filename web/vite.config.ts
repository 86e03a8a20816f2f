import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

/**
 * Writes the service worker with the list of built files, so that the page works without a network
 * once it was loaded.
 */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = [...Object.keys(bundle), "icon.svg", "theme.js"]
        .filter((f) => !f.endsWith(".map"))
        .sort();
      const hash = createHash("sha256");
      for (const item of Object.values(bundle))
        hash.update(item.fileName).update(item.type === "chunk" ? item.code : item.source);
      const source = readFileSync(new URL("src/sw.js", import.meta.url), "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

/**
 * What the page may do, wherever it is served from; `clearance view` sends the same, and that no
 * page may frame it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Only in the built page: the development server injects scripts and styles. */
function policy(): Plugin {
  return {
    name: "policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}

/**
 * Writes each file's brotli beside it; hosts send it to every browser that accepts it: a quarter
 * smaller than gzip.
 */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    writeBundle: ({ dir }, bundle) => {
      if (!dir) throw new Error("the build has no folder to write to");
      for (const name of Object.keys(bundle)) {
        const file = join(dir, name);
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
      }
    },
  };
}

export default defineConfig({
  worker: { format: "es" },
  // Relative, because `clearance view` and static hosts serve the page from any path.
  base: "./",
  plugins: [policy(), offline(), compressed()],
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
});
