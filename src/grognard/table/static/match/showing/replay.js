// The past: a slider over the log, step by step, phase by phase, or playing by itself.

import { seatName } from "../../common/dom.js";
import { IconButton } from "../../common/icons.js";
import { speak, toast } from "../../common/toasts.js";
import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").Now} Now */

const SPEEDS = [
  ["0.5", "slow"],
  ["1", "steady"],
  ["3", "fast"],
  ["8", "very fast"],
];

export class Replay {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.shown = signal(false);
    this.n = signal(0);
    this.speed = signal("1");
    this.eyes = signal("");
    this.playing = signal(false);
    this.timer = 0;
    /** @type {Map<number, Now>} */
    this.cache = new Map();
  }

  get on() {
    return this.shown.value;
  }

  get last() {
    return this.game.told.now.value.n;
  }

  /** @param {number} n */
  begin(n) {
    this.shown.value = true;
    return this.go(n);
  }

  /** Plays all from there, quickly. @param {number} n */
  watch(n) {
    this.begin(n);
    this.speed.value = "8";
    this.toggle();
  }

  end() {
    this.stop();
    this.shown.value = false;
    this.eyes.value = "";
    this.cache.clear();
    this.game.show(null);
  }

  /** @param {string} eyes */
  lookWith(eyes) {
    this.cache.clear();
    this.eyes.value = eyes;
    return this.go(this.n.value);
  }

  /** @param {number} n */
  async go(n) {
    const wanted = Math.max(0, Math.min(this.last, n));
    this.n.value = wanted;
    try {
      const now = this.cache.get(wanted) ?? (await this.game.told.table.at(wanted, this.eyes.value));
      this.cache.set(wanted, now);
      if (this.on && this.n.value === wanted) this.game.show({ ...now, offers: [], can_undo: false });
    } catch (error) {
      this.stop();
      toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
    }
  }

  /** @param {number} by */
  step(by) {
    const row = this.game.log.row(by > 0 ? this.n.value : this.n.value - 1);
    if (row?.lines.length) speak(row.lines.join(" "));
    return this.go(this.n.value + by);
  }

  phase() {
    const row = this.game.log.nextHeading(this.n.value);
    return this.go(row ? row.n + 1 : this.last);
  }

  toggle() {
    if (this.playing.value) {
      this.stop();
      return;
    }
    if (this.n.value >= this.last) this.go(0);
    this.playing.value = true;
    this.timer = setTimeout(() => this._tick(), 50);
  }

  async _tick() {
    await this.step(1);
    if (this.n.value >= this.last) this.stop();
    else if (this.playing.value) this.timer = setTimeout(() => this._tick(), 1000 / Number(this.speed.value));
  }

  stop() {
    clearTimeout(this.timer);
    this.playing.value = false;
  }
}

/** @param {{game: Game}} props */
export function ReplayBar({ game }) {
  const { replay, rewind } = game;
  const button = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ act) =>
    h(IconButton, { name, words, act });
  return h(
    "section",
    { class: "replay", "aria-label": "Replay", hidden: !replay.on },
    button("start", "To the start (Home)", () => replay.go(0)),
    button("back", "Step back (left bracket)", () => replay.step(-1)),
    button(replay.playing.value ? "pause" : "play", "Play (space)", () => replay.toggle()),
    button("step", "Step (right bracket)", () => replay.step(1)),
    button("phase", "Next phase (Page Down)", () => replay.phase()),
    h("input", {
      type: "range",
      min: 0,
      max: replay.last,
      value: replay.n.value,
      "aria-label": "Entry of the log",
      onInput: (/** @type {any} */ event) => replay.go(Number(event.currentTarget.value)),
    }),
    h("span", { class: "place" }, `${replay.n.value} of ${replay.last}`),
    h(Speed, { replay }),
    h(Eyes, { game }),
    h(
      "button",
      { hidden: !rewind.may(replay.n.value), onClick: () => rewind.ask(replay.n.value) },
      "Ask to go back here",
    ),
    h("button", { onClick: () => game.branch(replay.n.value) }, "Branch from here"),
    h("button", { class: "main", onClick: () => replay.end() }, "Back to now"),
  );
}

/** @param {{replay: Replay}} props */
function Speed({ replay }) {
  const choose = (/** @type {any} */ event) => {
    replay.speed.value = event.currentTarget.value;
  };
  return h(
    "select",
    { "aria-label": "Speed", value: replay.speed.value, onChange: choose },
    SPEEDS.map(([value, words]) => h("option", { value }, words)),
  );
}

/** Of a game that is over anybody's view may be seen. @param {{game: Game}} props */
function Eyes({ game }) {
  const { told, replay } = game;
  const seats = Object.keys(told.about.value.seats ?? {});
  return h(
    "select",
    {
      "aria-label": "Whose eyes",
      hidden: !told.over.value,
      value: replay.eyes.value,
      onChange: (/** @type {any} */ event) => replay.lookWith(event.currentTarget.value),
    },
    h("option", { value: "" }, "as I saw it"),
    seats.map((seat) => h("option", { value: seat }, `eyes of ${seatName(seat)}`)),
    h("option", { value: "onlooker" }, "an onlooker's eyes"),
  );
}
