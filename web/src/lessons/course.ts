/** The guided path: its list, one lesson at a time. */
import type { Tab } from "../model/url";
import { attr, h } from "../ui/dom";
import { minkowskiDifference, supportMapping, whyTheOrigin } from "./basics";
import type { Lesson } from "./board";
import { whenTheyMeet, whereTheyTouch } from "./meeting";
import { yourOwnShape } from "./own";
import { segmentRegions, triangleRegions } from "./regions";
import { distance, epa, oneRun } from "./runs";
import { epaInSpace, gjkInSpace } from "./space";
import { tetrahedronRegions } from "./tetrahedron";
import { certificates, tolerances, touching } from "./trust";

export const course: readonly Lesson[] = [
  supportMapping,
  minkowskiDifference,
  whyTheOrigin,
  segmentRegions,
  triangleRegions,
  tetrahedronRegions,
  oneRun,
  distance,
  epa,
  gjkInSpace,
  epaInSpace,
  yourOwnShape,
  touching,
  tolerances,
  certificates,
  whenTheyMeet,
  whereTheyTouch,
];

const emphasised = (text: string): (Node | string)[] =>
  text.split("*").map((part, i) => (i % 2 ? h("em", {}, part) : part));

export class Lessons {
  private readonly stops: HTMLButtonElement[];
  private readonly page = h("article", { class: "lesson" });
  private shown = -1;
  private leaveLesson: (() => void) | void = undefined;

  constructor(
    host: HTMLElement,
    private readonly go: (n: number) => void,
    private readonly leave: (tab: Tab) => void,
  ) {
    this.stops = course.map((l, i) =>
      h("button", { onclick: () => go(i) }, h("span", {}, String(i + 1)), l.title),
    );
    host.replaceChildren(
      h(
        "main",
        { class: "lessons" },
        h(
          "nav",
          { "aria-label": "Lessons" },
          h("ol", {}, ...this.stops.map((b) => h("li", {}, b))),
        ),
        this.page,
      ),
    );
  }

  show(n: number): void {
    const at = Math.max(0, Math.min(course.length - 1, Math.trunc(n) || 0));
    if (at === this.shown) return;
    this.shown = at;
    this.leaveLesson?.();
    this.stops.forEach((b, i) => attr(b, "aria-current", i === at ? "step" : null));
    this.stops[at].scrollIntoView?.({ block: "nearest", inline: "center" });
    const lesson = course[at];
    const figure = h("figure");
    const caption = h("figcaption", { "aria-live": "polite" });
    const more = at + 1 < course.length;
    const pager = h(
      "div",
      { class: "pager" },
      h("button", { ...(at ? {} : { disabled: true }), onclick: () => this.go(at - 1) }, "Back"),
      h(
        "button",
        { class: "primary", onclick: () => (more ? this.go(at + 1) : this.leave("explore")) },
        more ? "Next" : "To your own pair",
      ),
    );
    this.page.replaceChildren(
      h("h2", {}, `${at + 1}. ${lesson.title}`),
      h("div", { class: "prose" }, ...lesson.prose.map((p) => h("p", {}, ...emphasised(p)))),
      figure,
      pager,
    );
    this.leaveLesson = lesson.build({ figure, caption });
    const picture = figure.firstElementChild;
    if (picture) picture.after(caption);
    else figure.append(caption);
  }
}
