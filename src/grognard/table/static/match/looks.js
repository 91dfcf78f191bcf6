// How one likes the map and the questions; kept by the browser.

import { setTaste, taste } from "../common/mine.js";
import { signal } from "../vendor/preact/signals.js";

export class Looks {
  front = signal(taste("front", "on") === "on");
  counters = signal(true);
  /** whether one is asked before something is passed up */
  asks = signal(taste("left", "on") === "on");

  toggleFront() {
    this.front.value = !this.front.value;
    setTaste("front", this.front.value ? "on" : "off");
  }

  toggleCounters() {
    this.counters.value = !this.counters.value;
  }

  toggleAsks() {
    this.asks.value = !this.asks.value;
    setTaste("left", this.asks.value ? "on" : "off");
  }
}
