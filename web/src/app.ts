/** The page: state in the middle, cards and views around it, one frame at a time. */

import { algorithms } from "./classic";
import type { Trace } from "./engine";
import * as engine from "./engine";
import { found } from "./found";
import { add, hull2, scale, sub, type Vec } from "./math/vec";
import { checked, type Frame, Solver } from "./model/frame";
import { towards } from "./model/motion";
import { start } from "./model/presets";
import {
  at,
  type Dim,
  drawn,
  isHullOfConcave,
  pairJson,
  type Scene,
  type Which,
} from "./model/scene";
import { type DrawStep, EPA_CODE, fromClassic, fromTrace, GJK_CODE } from "./model/steps";
import { type State, Store } from "./model/store";
import { BEGIN, type Camera, decode, encode, type Place, sameOrigin, type Tab } from "./model/url";
import { PlaneViews } from "./plane/view";
import type { SpaceViews } from "./space/view";
import { AnswerCard } from "./ui/answer";
import { CompareCards } from "./ui/compare";
import { ContactCard } from "./ui/contact";
import { attr, h, show, text } from "./ui/dom";
import { open, readJson } from "./ui/files";
import { canFilm, film } from "./ui/film";
import { frames } from "./ui/frames";
import { icon } from "./ui/icons";
import { keys } from "./ui/keys";
import { Meter } from "./ui/meter";
import { MotionCard } from "./ui/motion";
import { noSpace } from "./ui/no-space";
import { RegionsChoice } from "./ui/regions";
import { ShapeCard } from "./ui/shapes";
import { beside, copyAs, helpDialog, save, shareDialog, standalone, toast } from "./ui/share";
import { type Header, header, viewPane } from "./ui/shell";
import { type Course, StepsCard } from "./ui/steps";
import { onTheme } from "./ui/theme";

/** If a moved shape leaves fewer steps than before, the last of them. */
const stepAt = (steps: readonly DrawStep[] | null, at: number | null): DrawStep | null =>
  at === null ? null : (steps?.[Math.min(at, steps.length - 1)] ?? null);

export class App {
  private readonly store = new Store({
    scene: start(2),
    place: BEGIN,
    moving: false,
    opened: null,
  });
  private readonly solver = new Solver();
  private readonly world = viewPane(
    "world",
    "World",
    "The two shapes. Arrow keys move the selected one, Q and E turn it.",
  );
  private readonly diff = viewPane(
    "difference",
    "Minkowski difference A − B",
    "The difference of the two shapes, the origin, and the simplex at the present step.",
  );
  private readonly live = h("div", { class: "hidden", "aria-live": "polite", role: "status" });
  private readonly banner = h("div", { class: "banner", hidden: true });
  private readonly meter = new Meter();
  private readonly answer = new AnswerCard((what) => void copyAs(this.store.state.scene, what));
  private readonly steps = new StepsCard(this.store);
  private readonly regions = new RegionsChoice(this.store);
  private readonly contact = new ContactCard(this.store);
  private readonly motion = new MotionCard(this.store);
  private readonly compare = new CompareCards(this.store, (scene) =>
    this.open(scene, { step: null }),
  );
  private readonly shapes: ShapeCard[];
  private readonly top: Header;
  private readonly explore: HTMLElement;
  private readonly main: HTMLElement;
  private readonly lessonsHost = h("div");
  private lessons: { show: (n: number) => void } | null = null;
  private views: PlaneViews | SpaceViews | null = null;
  private viewsDim: Dim | 0 = 0;
  private traced: { scene: Scene; opened: Trace | null; steps: DrawStep[] } | null = null;
  private classic: { scene: Scene; id: string; steps: DrawStep[] } | null = null;
  private refit = true;
  private fitted: Camera | null = null;
  private addressTimer = 0;
  private filesFor: Which = "a";
  private readonly undoButton = h(
    "button",
    {
      class: "small toggle",
      title: "Back to the pair before (Ctrl+Z)",
      "aria-keyshortcuts": "Control+Z",
      disabled: true,
      onclick: () => this.undo(),
    },
    "Undo",
  );

  constructor(root: HTMLElement) {
    const file = h("input", {
      type: "file",
      accept: ".stl,.obj,.ply,.off,.glb,.gltf,.json,.jsonl",
      hidden: true,
      "aria-label": "Open a file",
    });
    file.addEventListener(
      "change",
      () => void this.openFile(file.files?.[0], this.filesFor).then(() => (file.value = "")),
    );
    const actions = {
      draw: (which: Which) => this.drawByHand(which),
      open: (which: Which) => {
        this.filesFor = which;
        file.click();
      },
      fit: () => this.fit(),
    };
    this.shapes = (["a", "b"] as const).map((w) => new ShapeCard(this.store, w, actions));
    this.top = header({
      dim: (dim) => this.open(start(dim), { step: null, algorithm: "ours" }),
      tab: (tab) => this.store.place({ tab, ...(tab === "explore" ? { algorithm: "ours" } : {}) }),
      share: () => this.share(),
      help: helpDialog,
      meter: this.meter.node,
    });
    const tool = h(
      "button",
      {
        class: "icon plain",
        "aria-label": "Fit into view",
        title: "Fit into view (F)",
        onclick: () => this.fit(),
      },
      icon("fit"),
    );
    const toggle = (
      name: string,
      key: string,
      about: string,
      on: (s: State) => boolean,
      act: () => void,
    ): HTMLElement => {
      const button = h(
        "button",
        {
          class: "small toggle",
          title: `${about} (${key})`,
          "aria-keyshortcuts": key,
          onclick: act,
        },
        name,
      );
      const face = (s: State): void => {
        attr(button, "aria-pressed", String(on(s)));
        show(button, s.place.tab === "explore");
      };
      this.store.subscribe(face);
      face(this.store.state);
      return button;
    };
    this.world.tools.append(
      toggle(
        "Contact",
        "C",
        "Where the shapes touch",
        (s) => s.place.contact !== null,
        () => this.toggleContact(),
      ),
      toggle(
        "Motion",
        "M",
        "When the shapes meet",
        (s) => s.place.motion !== null,
        () => this.toggleMotion(),
      ),
      this.undoButton,
      tool,
    );
    const precision = h(
      "select",
      { "aria-label": "Precision" },
      h("option", { value: "f64" }, "f64"),
      h("option", { value: "f32" }, "f32"),
    );
    precision.style.width = "auto";
    precision.addEventListener("change", () =>
      this.store.scene({ precision: precision.value as "f64" | "f32" }),
    );
    this.store.subscribe((s) => (precision.value = s.scene.precision));
    this.explore = h(
      "div",
      { class: "side" },
      this.motion.node,
      this.contact.node,
      this.answer.node,
      ...this.shapes.map((s) => s.node),
      h("div", { class: "row" }, h("span", { class: "field" }, "Numbers in"), precision),
    );
    this.main = h(
      "main",
      { class: "main" },
      h(
        "div",
        { class: "work" },
        this.banner,
        h("div", { class: "views" }, this.world.node, this.diff.node),
        this.steps.node,
      ),
      this.explore,
      this.compare.node,
    );
    this.diff.tools.append(this.regions.node);
    this.world.node.append(this.motion.bar);
    root.replaceChildren(this.top.node, this.main, this.lessonsHost, this.live, file);
    this.dropZone();
    keys(this.store, this.steps.player, () => this.views, {
      f: () => this.fit(),
      c: () => this.toggleContact(),
      m: () => this.toggleMotion(),
      "?": helpDialog,
      p: () => this.motion.toggle(),
      ",": () => this.motion.by(-0.02),
      ".": () => this.motion.by(0.02),
    });
    document.addEventListener("keydown", (e) => {
      const isText = (e.target as HTMLElement).closest("input:not([type=range]), textarea, dialog");
      if (!(e.ctrlKey || e.metaKey) || e.shiftKey || e.key.toLowerCase() !== "z" || isText) return;
      e.preventDefault();
      this.undo();
    });
    this.store.subscribe((now, before) => this.changed(now, before));
    addEventListener("hashchange", () => void this.read());
    const sizes = new ResizeObserver(() => {
      // A view that has not been moved fits any size; while something is dragged it must not jump.
      const { place, moving } = this.store.state;
      if (place.camera === this.fitted && !moving) this.refit = true;
      this.invalidate();
    });
    for (const pane of [this.world, this.diff]) sizes.observe(pane.stage);
    onTheme(() => {
      this.views?.recolour();
      this.invalidate();
    });
  }

  async begin(): Promise<void> {
    await this.read();
    this.changed(this.store.state, this.store.state);
  }

  /** Reads the address, at the start and whenever a link is pasted over it. */
  private async read(): Promise<void> {
    if (location.hash === this.written) return;
    try {
      const found = decode(location.hash);
      if (found.kind === "state") {
        const { scene, place } = found.shared;
        if (found.text && place.motion) engine.checkLine(found.text);
        else if (found.text) engine.answer(found.text);
        checked(scene);
        this.refit = !place.camera;
        this.store.set({ scene, place: { ...BEGIN, ...place } });
      } else if (found.kind === "trace") {
        const reply = await fetch(sameOrigin(found.from, location.href), { redirect: "error" });
        if (!reply.ok) throw new Error(`${found.from}: ${reply.status} ${reply.statusText}`);
        this.openText(await reply.text());
      }
    } catch (e) {
      toast(`This address cannot be opened: ${e instanceof Error ? e.message : String(e)}`);
    }
  }

  private open(scene: Scene, place: Partial<Place>): void {
    this.refit = true;
    this.steps.player.stop();
    this.store.set({
      scene,
      place: { ...this.store.state.place, motion: null, ...place },
      opened: null,
    });
  }

  private toggleContact(): void {
    const { contact, tab } = this.store.state.place;
    if (tab === "explore") this.store.place({ contact: contact === null ? 0 : null, step: null });
  }

  private toggleMotion(): void {
    const { scene, place } = this.store.state;
    if (place.tab !== "explore") return;
    this.motion.stop();
    this.refit = true;
    this.store.place({ motion: place.motion ? null : towards(scene), step: null });
  }

  private openText(content: string): void {
    const file = readJson(content);
    if (file.kind === "mesh") return;
    checked(file.scene);
    this.refit = true;
    const opened = file.kind === "trace" ? file.trace : null;
    const step = opened?.steps.length ? 0 : null;
    const motion = file.kind === "pair" ? file.motion : null;
    if (file.kind === "pair" && file.count > 1) toast(`The first of ${file.count} lines is shown`);
    if (file.kind === "pair" && file.ofTrace)
      toast(
        "The trace of a cast: Motion shows its pair, and `clearance trace --text` prints its looks",
      );
    this.motion.stop();
    this.store.set({
      scene: file.scene,
      opened,
      place: { ...this.store.state.place, tab: "explore", algorithm: "ours", step, motion },
    });
  }

  private async openFile(file: File | undefined, which: Which): Promise<void> {
    if (!file) return;
    try {
      const found = await open(file, this.banner);
      if (found.kind !== "mesh") return this.openText(await file.text());
      if (!found.shape) return;
      drawn(file.name, found.shape);
      const { scene } = this.store.state;
      const base = scene.dim === 3 ? scene : start(3);
      this.open(
        { ...base, [which]: { shape: found.shape, pose: base[which].pose } },
        { step: null },
      );
      const dents = isHullOfConcave(found.shape)
        ? "; the mesh is not convex, and the hull fills its dents"
        : "";
      toast(
        `${found.shape.stands_for?.path ?? file.name}: the hull has ` +
          `${found.shape.vertices?.length} vertices${dents}`,
      );
    } catch (e) {
      toast(`${file.name} cannot be opened: ${e instanceof Error ? e.message : String(e)}`);
    }
  }

  private dropZone(): void {
    const over = (on: boolean) => (e: DragEvent) => {
      e.preventDefault();
      document.body.classList.toggle("dropping", on);
    };
    addEventListener("dragover", over(true));
    addEventListener("dragleave", over(false));
    addEventListener("drop", (e) => {
      over(false)(e);
      const files = e.dataTransfer?.files;
      if (files && files.length > 1) toast(`One file at a time: ${files.length} were dropped`);
      else void this.openFile(files?.[0], this.store.state.place.selected);
    });
  }

  private changed(now: State, before: State): void {
    const { tab } = now.place;
    this.top.update(now.scene.dim, tab);
    show(this.main, tab !== "lessons");
    show(this.lessonsHost, tab === "lessons");
    show(this.explore, tab === "explore");
    this.main.dataset.tab = tab;
    show(this.compare.node, tab === "compare");
    if (tab === "lessons") void this.teach(now.place.lesson);
    if (now.scene.dim !== before.scene.dim || now.opened !== before.opened) this.showBanner(now);
    if (before.moving && !now.moving) this.meter.write();
    this.invalidate();
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => this.settle(), now.moving ? 400 : 120);
  }

  private async teach(n: number): Promise<void> {
    if (!this.lessons) {
      const { Lessons } = await import("./lessons/course");
      this.lessons = new Lessons(
        this.lessonsHost,
        (lesson) => this.store.place({ lesson }),
        (tab: Tab) => this.store.place({ tab }),
      );
    }
    this.lessons.show(n);
  }

  private showBanner({ opened }: State): void {
    show(this.banner, opened !== null);
    if (!opened) return;
    let same = false;
    try {
      same =
        JSON.stringify(JSON.parse(engine.trace(JSON.stringify(opened.query)))) ===
        JSON.stringify(opened);
    } catch {
      same = false;
    }
    const says = same
      ? "A recorded query. This page's engine replays it, step for step, to the last digit."
      : "A trace from elsewhere: its steps and sentences are shown as they were recorded, and " +
        "this page's engine takes others.";
    this.banner.dataset.replay = same ? "identical" : "different";
    this.banner.replaceChildren(
      h("span", { class: "grow" }, says),
      h(
        "button",
        { class: "small", onclick: () => this.store.set({ opened: null }) },
        "Close the trace",
      ),
    );
  }

  private readonly invalidate = frames(() => this.frame());

  private written = "";
  /** At rest: every digit, the spoken line, the address. */
  private settle(): void {
    const { state } = this.store;
    if (state.moving) return;
    try {
      if (this.traced?.scene !== state.scene) this.invalidate();
      this.answer.resting(state);
    } catch (e) {
      this.answer.failed(e instanceof Error ? e.message : String(e));
    }
    const step = stepAt(this.course().steps, state.place.step);
    text(this.live, step ? step.says : this.answer.spoken);
    this.remember(state);
    this.written = encode({ scene: state.scene, place: state.place });
    if (location.hash !== this.written) history.replaceState(null, "", this.written);
  }

  private past: Pick<State, "scene" | "opened">[] = [];

  /** Keeps the pairs at rest, for `undo`. */
  private remember({ scene, opened }: State): void {
    const last = this.past.at(-1);
    if (last?.scene === scene) return;
    this.past = [...this.past.slice(-99), { scene, opened }];
    this.undoButton.disabled = this.past.length < 2;
  }

  /** Back to the pair before, whatever replaced it. */
  private undo(): void {
    const before = this.past.at(-2);
    if (!before || this.store.state.moving) return;
    this.past.pop();
    this.undoButton.disabled = this.past.length < 2;
    if (before.scene.dim !== this.store.state.scene.dim) this.refit = true;
    this.steps.player.stop();
    this.motion.stop();
    this.store.set({ ...before, place: { ...this.store.state.place, step: null, motion: null } });
  }

  /** The steps that are shown: the library's own, or those of the loop picked for comparison. */
  private course(): Course {
    const { scene, place, opened, moving } = this.store.state;
    if (place.tab === "compare" && place.algorithm !== "ours") {
      const algorithm = algorithms.find((a) => a.id === place.algorithm);
      const outcome = algorithm && this.compare.outcome(place.algorithm, scene);
      if (algorithm && outcome) {
        if (this.classic?.scene !== scene || this.classic.id !== algorithm.id)
          this.classic = { scene, id: algorithm.id, steps: fromClassic(outcome) };
        return { name: algorithm.name, steps: this.classic.steps, code: algorithm.code };
      }
    }
    if (this.traced?.scene !== scene || this.traced.opened !== opened) {
      // Outdated steps are not shown. While something moves, steps are fetched only if one of them
      // is in the picture.
      if (moving && place.step === null) return { name: "clearance", steps: null, code: GJK_CODE };
      const trace = opened ?? (JSON.parse(engine.trace(pairJson(scene))) as Trace);
      this.traced = { scene, opened, steps: fromTrace(trace) };
    }
    const { steps } = this.traced;
    const kind = stepAt(steps, place.step ?? 0)?.kind;
    return { name: "clearance", steps, code: kind === "epa" ? EPA_CODE : GJK_CODE };
  }

  private async ensureViews(dim: Dim): Promise<void> {
    if (this.viewsDim === dim) return;
    this.viewsDim = dim;
    this.views?.dispose();
    this.views = null;
    const hosts = { world: this.world.stage, difference: this.diff.stage };
    if (dim === 2) this.views = new PlaneViews(this.store, hosts);
    else {
      try {
        const { SpaceViews } = await import("./space/view");
        // After a switch back in the meantime, the plane's views are already there.
        if (this.viewsDim !== 3) return;
        this.views = new SpaceViews(this.store, this.solver, hosts);
      } catch (error) {
        if (this.viewsDim === 3) noSpace(hosts, error);
        return;
      }
    }
    this.invalidate();
  }

  private frame(): void {
    const { scene, place, moving, opened } = this.store.state;
    if (place.tab === "lessons") return;
    if (this.viewsDim !== scene.dim) void this.ensureViews(scene.dim);
    const t0 = performance.now();
    let frame: Frame;
    let course: Course;
    try {
      course = this.course();
      const step = stepAt(course.steps, place.step);
      const options = place.tab === "explore" ? place : { ...place, contact: null, motion: null };
      frame = this.solver.frame(
        scene,
        options,
        step,
        place.tab === "compare" ? place.algorithm : null,
      );
    } catch (e) {
      this.answer.failed(e instanceof Error ? e.message : String(e));
      return;
    }
    const t1 = performance.now();
    if (this.refit && this.views) {
      this.refit = false;
      this.views.fit(frame);
      this.fitted = this.store.state.place.camera;
    }
    this.views?.draw(frame);
    if (moving || !(opened || this.answer.isOf(this.store.state))) this.answer.moving(frame);
    this.contact.draw(frame);
    this.motion.draw(frame);
    for (const s of this.shapes) s.update();
    this.steps.draw(course, frame);
    this.regions.draw(frame);
    if (place.tab === "compare")
      this.compare.draw(frame, this.traced?.steps.filter((s) => s.kind !== "end").length ?? 0);
    if (moving) this.meter.add(t1 - t0, performance.now() - t1);
  }

  private fit(): void {
    this.refit = true;
    this.invalidate();
  }

  /** Clicks make points; their hull becomes the shape. */
  private drawByHand(which: Which): void {
    if (!(this.views instanceof PlaneViews)) return;
    const { views } = this;
    views.drawing = { which, points: [] };
    const listening = new AbortController();
    const done = (keep: boolean): void => {
      listening.abort();
      const ring = hull2(views.drawing?.points ?? []);
      views.drawing = null;
      bar.remove();
      if (keep && ring.length < 3) toast("Three points that are not in line are needed");
      else if (keep) {
        const middle: Vec = scale(ring.reduce(add), 1 / ring.length);
        const round = (x: number): number => Number(x.toPrecision(4));
        const centre = at(round(middle[0]), round(middle[1]));
        const vertices = ring.map((p) => sub(p, centre.at)).map((p) => [round(p[0]), round(p[1])]);
        this.store.scene({ [which]: { shape: { type: "polygon", vertices }, pose: centre } });
      }
      this.invalidate();
    };
    const bar = h(
      "div",
      { class: "banner" },
      h(
        "span",
        { class: "grow" },
        `Click points for ${which.toUpperCase()}; their hull is the shape.`,
      ),
      h("button", { class: "small primary", onclick: () => done(true) }, "Done"),
      h("button", { class: "small", onclick: () => done(false) }, "Cancel"),
    );
    this.banner.after(bar);
    this.world.stage.addEventListener("pointerdown", () => this.invalidate(), {
      signal: listening.signal,
    });
  }

  /** Both views beside each other, with words below. */
  private async picture(words = ""): Promise<HTMLCanvasElement> {
    const views = found(this.views, "the views");
    const [a, b] = await Promise.all([views.picture("world"), views.picture("difference")]);
    return beside(a, b, words);
  }

  /** Every step of the run, one after the other. */
  private async film(steps: readonly DrawStep[], progress: (words: string) => void): Promise<void> {
    const { step: before } = this.store.state.place;
    this.steps.player.stop();
    try {
      const blob = await film(steps.length, (step) => {
        progress(`Filming step ${step + 1} of ${steps.length}`);
        this.store.place({ step });
        this.frame();
        return this.picture(steps[step].says);
      });
      save("clearance.webm", blob);
    } catch (e) {
      toast(`No film: ${e instanceof Error ? e.message : String(e)}`);
    } finally {
      this.store.place({ step: before });
    }
  }

  private share(): void {
    if (!this.views) return;
    const { scene, place } = this.store.state;
    const steps = this.course().steps ?? [];
    const { views } = this;
    const plane = views instanceof PlaneViews ? views : null;
    shareDialog({
      link: () => location.href.split("#")[0] + encode({ scene, place }),
      png: async () => (await this.picture()).toBlob((blob) => blob && save("clearance.png", blob)),
      film: canFilm() && steps.length > 0 && ((progress) => this.film(steps, progress)),
      svg:
        plane &&
        (() =>
          save(
            "clearance.svg",
            new Blob([standalone(plane.svgOf("difference"))], { type: "image/svg+xml" }),
          )),
      trace: () =>
        save(
          "trace.json",
          new Blob(
            [
              this.store.state.opened
                ? JSON.stringify(this.store.state.opened)
                : engine.trace(pairJson(scene)),
            ],
            { type: "application/json" },
          ),
        ),
      copyAs: (what) => void copyAs(scene, what),
    });
  }
}
