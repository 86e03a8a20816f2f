/**
 * A workbench inside a lesson: a pair in both views, which can be dragged, and a run over it, which
 * can be stepped through.
 */
import { Solver } from "../model/frame";
import type { Scene } from "../model/scene";
import type { DrawStep } from "../model/steps";
import { Store } from "../model/store";
import { BEGIN, type Camera } from "../model/url";
import { PlaneViews } from "../plane/view";
import { Bounds } from "../ui/bounds";
import { h } from "../ui/dom";
import { frames } from "../ui/frames";
import { noSpace } from "../ui/no-space";
import { Player } from "../ui/player";
import { RegionsChoice } from "../ui/regions";
import { viewPane } from "../ui/shell";
import { onTheme } from "../ui/theme";
import type { Views } from "../ui/views";
import { type LessonHost, say } from "./board";

export interface Bench {
  store: Store;
  /** Frees the views' resources. */
  leave: () => void;
}

export function bench(
  { figure, caption }: LessonHost,
  start: Scene,
  run: (scene: Scene) => DrawStep[],
  withBounds = false,
): Bench {
  const store = new Store({
    scene: start,
    place: { ...BEGIN, step: 0 },
    moving: false,
    opened: null,
  });
  const solver = new Solver();
  const world = viewPane("world", "World", "The two shapes, to be dragged.");
  const difference = viewPane(
    "difference",
    "Minkowski difference A − B",
    "The difference of the two shapes, the origin, and the simplex at the present step.",
  );
  const player = new Player(store, false);
  const regions = new RegionsChoice(store);
  difference.tools.append(regions.node);
  const chart = withBounds ? new Bounds() : null;
  let views: Views | null = null;
  let known: { scene: Scene; steps: DrawStep[] } | null = null;
  let refit = true;
  let fitted: Camera | null = null;

  const draw = frames(() => {
    const { scene, place } = store.state;
    if (!views || !figure.isConnected) return;
    if (known?.scene !== scene) known = { scene, steps: run(scene) };
    const { steps } = known;
    const at = Math.min(place.step ?? 0, steps.length - 1);
    const step = steps[at] ?? null;
    const frame = solver.frame(scene, place, step, null);
    if (refit) {
      refit = false;
      views.fit(frame);
      fitted = store.state.place.camera;
    }
    views.draw(frame);
    regions.draw(frame);
    player.draw(steps.length, step ? at : null);
    say(caption, step ? step.says : "No rounds are needed here.");
    chart?.draw(steps, at);
  });
  store.subscribe(draw);
  const themes = onTheme(() => {
    views?.recolour();
    draw();
  });
  const sizes = new ResizeObserver(() => {
    refit ||= store.state.place.camera === fitted && !store.state.moving;
    draw();
  });
  for (const pane of [world, difference]) sizes.observe(pane.stage);

  figure.append(h("div", { class: "bench" }, world.node, difference.node), player.node);
  if (chart) figure.append(chart.node);
  const hosts = { world: world.stage, difference: difference.stage };
  let left = false;
  if (start.dim === 2) views = new PlaneViews(store, hosts);
  else
    void import("../space/view")
      .then(({ SpaceViews }) => {
        if (left) return;
        views = new SpaceViews(store, solver, hosts);
        draw();
      })
      .catch((error: unknown) => left || noSpace(hosts, error));
  return {
    store,
    leave: () => {
      left = true;
      player.stop();
      sizes.disconnect();
      themes();
      views?.dispose();
    },
  };
}
