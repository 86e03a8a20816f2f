/** Light or dark: as the system, until the visitor chooses. */
const system = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");

export function toggleTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : system().matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    // Storage may be forbidden; the theme then lasts as long as the page.
  }
}

/** Calls `changed` when the colours have changed; the returned function stops that. */
export function onTheme(changed: () => void): () => void {
  const root = new MutationObserver(changed);
  root.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const query = system();
  query.addEventListener("change", changed);
  return () => {
    root.disconnect();
    query.removeEventListener("change", changed);
  };
}
