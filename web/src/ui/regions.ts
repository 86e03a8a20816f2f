/** Which Voronoi regions of the simplex are shown in space. */
import type { Frame } from "../model/frame";
import { REGIONS, type RegionsShown } from "../model/regions";
import type { Store } from "../model/store";
import { h, show } from "./dom";

const NAMES: Record<RegionsShown, string> = {
  here: "holds the origin",
  never: "ruled out",
  open: "left over",
  all: "all",
  none: "none",
};

export class RegionsChoice {
  readonly node = h(
    "select",
    { "aria-label": "Regions of the simplex", hidden: true },
    ...REGIONS.map((key) => h("option", { value: key }, `Regions: ${NAMES[key]}`)),
  );

  constructor(store: Store) {
    this.node.addEventListener("change", () =>
      store.place({ regions: this.node.value as RegionsShown }),
    );
  }

  /** Only if there are regions to choose from. */
  draw({ scene, step, regions }: Frame): void {
    show(this.node, scene.dim === 3 && step !== null && step.around.length > 1);
    this.node.value = regions;
  }
}
