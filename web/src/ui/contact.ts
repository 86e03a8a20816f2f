/** Where the shapes touch, as a table that updates while they are dragged. */

import { add, scale, ZERO } from "../math/vec";
import { type Contact, keyOf, manifoldJson } from "../model/contact";
import { brief, digits } from "../model/digits";
import type { Frame } from "../model/frame";
import { isHullOfConcave } from "../model/scene";
import type { Store } from "../model/store";
import { h, text } from "./dom";
import { type Box, number, refresh } from "./number";
import { copy } from "./share";

export class ContactCard {
  private readonly says = h("p", { class: "seal", "data-field": "contact" });
  private readonly rows = h("tbody");
  private readonly table: HTMLElement;
  private readonly ways: HTMLElement;
  private apart = { normal: ZERO, distance: 0 };
  private readonly within: Box;
  readonly node: HTMLElement;

  constructor(private readonly store: Store) {
    const { node, box } = number(
      "up to this far apart",
      () => store.state.place.contact ?? 0,
      (contact) => store.place({ contact }),
    );
    this.within = box;
    this.table = h(
      "table",
      { class: "contacts" },
      h(
        "thead",
        {},
        h("tr", {}, ...["point", "on A", "on B", "depth"].map((x) => h("th", { scope: "col" }, x))),
      ),
      this.rows,
    );
    this.ways = h(
      "div",
      { class: "row" },
      h("button", { class: "small", onclick: () => this.together() }, "Move B to A"),
      h(
        "button",
        {
          class: "small",
          onclick: () =>
            store.place({ contact: Number((1.01 * this.apart.distance).toPrecision(3)) }),
        },
        "Show contacts ahead",
      ),
    );
    this.node = h(
      "section",
      { class: "card", "aria-label": "Contact" },
      h(
        "header",
        {},
        h("h2", { class: "grow" }, "Contact"),
        h("button", { class: "small", onclick: () => store.place({ contact: null }) }, "Hide"),
      ),
      this.table,
      this.says,
      this.ways,
      h(
        "div",
        { class: "fields two" },
        node,
        h(
          "button",
          {
            class: "small",
            "aria-label": "Copy JSON of this contact",
            onclick: () => void this.copied(),
          },
          "Copy JSON",
        ),
      ),
    );
  }

  private copied(): Promise<void> {
    const { scene, place } = this.store.state;
    return copy(manifoldJson(scene, place.contact ?? 0), "JSON line");
  }

  /** A hair deep, so that rounding leaves them in contact. */
  private together(): void {
    const { scene } = this.store.state;
    const { normal, distance } = this.apart;
    const at = add(scene.b.pose.at, scale(normal, -1.001 * distance));
    this.store.scene({ b: { ...scene.b, pose: { ...scene.b.pose, at } } });
  }

  draw({ contact, scene, result }: Frame): void {
    this.node.hidden = contact === null;
    if (!contact) return;
    refresh([this.within]);
    this.table.hidden = contact.points.length === 0;
    const isFar = contact.points.length === 0 && result.state === 0;
    if (isFar) this.apart = { normal: result.normal, distance: result.length };
    this.ways.hidden = !isFar;
    const within = this.store.state.place.contact ?? 0;
    const far = isFar
      ? `${brief(result.length, 4)} apart, farther than ${brief(within, 4)}: no contact. Move ` +
        "them together, or ask for contacts up to a distance."
      : "";
    text(
      this.says,
      far ||
        words(
          contact,
          [scene.a, scene.b].some(({ shape }) => isHullOfConcave(shape)),
        ),
    );
    this.rows.replaceChildren(
      ...contact.points.map((p, i) => {
        // The last word stays with the one before.
        const [onA, onB] = p.names.map((name) => name.replace(/ (?=\S+$)/, "\u00a0"));
        return h(
          "tr",
          { title: `key ${keyOf(p)}`, "data-key": keyOf(p) },
          h("th", { scope: "row" }, String(i + 1)),
          h("td", {}, onA),
          h("td", {}, onB),
          h("td", { title: digits(p.depth) }, brief(p.depth, 5)),
        );
      }),
    );
  }
}

function words({ points, corners, normal, gap }: Contact, hulls: boolean): string {
  if (!points.length) return "No contact: they are farther apart than that.";
  const of =
    corners > points.length
      ? `${points.length} of ${corners} corners`
      : points.length === 1
        ? "One point"
        : `${points.length} points`;
  const along = normal.map((x) => brief(x, 3)).join("  ");
  const parts = hulls
    ? " All this is of convex hulls: the parts, which are not convex, may be apart."
    : "";
  return `${of}, along the normal ${along}; depths sure to ${brief(gap, 2)}.${parts}`;
}
