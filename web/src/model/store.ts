/** The page's state, and the listeners for its changes. */

import type { Trace } from "../engine";
import type { Scene } from "./scene";
import type { Place } from "./url";

export interface State {
  scene: Scene;
  place: Place;
  /** True while a pointer moves something: digits are shortened, and the address is not updated. */
  moving: boolean;
  /** A trace that was opened from a file or an address; shown as it is until the scene changes. */
  opened: Trace | null;
}

export type Listener = (state: State, before: State) => void;

export class Store {
  private listeners: Listener[] = [];

  constructor(public state: State) {}

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  set(change: Partial<State>): void {
    const before = this.state;
    // If the scene has changed, the opened trace is no longer about it.
    const stale = change.scene && change.scene !== before.scene && !("opened" in change);
    this.state = { ...before, ...change, ...(stale ? { opened: null } : {}) };
    for (const l of this.listeners) l(this.state, before);
  }

  place(change: Partial<Place>): void {
    this.set({ place: { ...this.state.place, ...change } });
  }

  scene(change: Partial<Scene>): void {
    this.set({ scene: { ...this.state.scene, ...change } });
  }
}
