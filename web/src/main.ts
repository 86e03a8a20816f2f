import { App } from "./app";
import { load } from "./engine";
import { found } from "./found";
import "./styles.css";

const root = found(document.getElementById("app"), "#app");

load()
  .then(() => new App(root).begin())
  .catch((e: unknown) => {
    const why = e instanceof Error ? e.message : String(e);
    root.textContent = `The engine could not be started: ${why}`;
    root.setAttribute("role", "alert");
    throw e;
  });

// Offline use after the first load; in development the files change too often for that.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("./sw.js").catch(() => undefined);
