import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";

/** Writes the service worker with the list of what was built, so that the page works without a network once it was loaded. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = [...Object.keys(bundle), "icon.svg"].filter((f) => !f.endsWith(".map")).sort();
      const hash = createHash("sha256");
      for (const item of Object.values(bundle)) hash.update(item.fileName).update(item.type === "chunk" ? item.code : item.source);
      const source = readFileSync(new URL("src/sw.js", import.meta.url), "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  // Relative, because `clearance view` and static hosts serve the page from wherever they like.
  base: "./",
  plugins: [offline()],
  build: { target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
});
