/** Which Voronoi regions of the simplex are seen in space. */
import { REGIONS, type RegionsShown } from "../model/regions";
import type { Store } from "../model/store";
import { h } from "./dom";

const NAMES: Record<RegionsShown, string> = { here: "holds the origin", never: "ruled out", open: "left over", all: "all", none: "none" };

export function regionsChoice(store: Store): HTMLSelectElement {
  const select = h("select", { "aria-label": "Regions of the simplex" }, ...REGIONS.map((key) => h("option", { value: key }, `Regions: ${NAMES[key]}`)));
  select.addEventListener("change", () => store.place({ regions: select.value as RegionsShown }));
  const face = (): void => {
    select.value = store.state.place.regions;
  };
  store.subscribe(face);
  face();
  return select;
}
