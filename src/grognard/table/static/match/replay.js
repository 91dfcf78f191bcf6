// The past: a slider over the log, step by step, phase by phase, or playing by itself.

import { h, icon, put, seatName, speak, toast } from "../common/dom.js";

/** @typedef {import("./match.js").MatchView} MatchView */
/** @typedef {import("../types.js").Now} Now */

const SPEEDS = [
  ["0.5", "slow"],
  ["1", "steady"],
  ["3", "fast"],
  ["8", "very fast"],
];

export class Replay {
  /** @param {MatchView} view */
  constructor(view) {
    this.view = view;
    this.on = false;
    this.n = 0;
    /** @type {Map<number, Now>} */
    this.cache = new Map();
    const button = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ act) =>
      h("button", { "aria-label": label, title: label, onclick: act }, icon(words));
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      "aria-label": "Entry of the log",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.place = h("span", { class: "place" });
    this.playing = button("play", "Play (space)", () => this.toggle());
    this.speed = h(
      "select",
      { "aria-label": "Speed" },
      SPEEDS.map(([v, words]) => h("option", { value: v, selected: v === "1" }, words)),
    );
    this.eyes = h("select", {
      "aria-label": "Whose eyes",
      hidden: true,
      onchange: () => {
        this.cache.clear();
        this.go(this.n);
      },
    });
    this.askBack = h("button", { onclick: () => this.view.rewind.ask(this.n) }, "Ask to go back here");
    this.el = h(
      "section",
      { class: "replay", "aria-label": "Replay", hidden: true },
      button("start", "To the start (Home)", () => this.go(0)),
      button("back", "Step back (left bracket)", () => this.step(-1)),
      this.playing,
      button("step", "Step (right bracket)", () => this.step(1)),
      button("phase", "Next phase (Page Down)", () => this.phase()),
      this.slider,
      this.place,
      this.speed,
      this.eyes,
      this.askBack,
      h("button", { onclick: () => this.view.branch(this.n) }, "Branch from here"),
      h("button", { class: "main", onclick: () => this.end() }, "Back to now"),
    );
  }

  get last() {
    return this.view.now.n;
  }

  /** @param {number} n */
  begin(n) {
    this.on = true;
    this.el.hidden = false;
    this.view.app.classList.add("past");
    this._whose();
    this.grown();
    this.go(n);
  }

  /** Of a game that is over anybody's view may be seen. */
  _whose() {
    const over = Boolean(this.view.now.verdict) || !this.view.now.deciders.length;
    this.eyes.hidden = !over;
    const seats = Object.keys(this.view.info.seats ?? {});
    put(
      this.eyes,
      [
        ["", "as I saw it"],
        ...seats.map((seat) => [seat, `eyes of ${seatName(seat)}`]),
        ["onlooker", "an onlooker's eyes"],
      ].map(([value, words]) => h("option", { value }, words)),
    );
  }

  /** The match went on meanwhile. */
  grown() {
    this.slider.max = String(this.last);
    this._words();
  }

  end() {
    this.stop();
    this.on = false;
    this.el.hidden = true;
    this.view.app.classList.remove("past");
    this.cache.clear();
    this.view.draw(this.view.now);
  }

  /** @param {number} n */
  async go(n) {
    this.n = Math.max(0, Math.min(this.last, n));
    this.slider.value = String(this.n);
    this._words();
    const wanted = this.n;
    try {
      const now = this.cache.get(wanted) ?? (await this.view.table.at(wanted, this.eyes.value));
      this.cache.set(wanted, now);
      if (this.on && this.n === wanted) this.view.draw({ ...now, offers: [], can_undo: false });
    } catch (error) {
      this.stop();
      toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
    }
  }

  _words() {
    this.place.textContent = `${this.n} of ${this.last}`;
    this.askBack.hidden = !this.view.rewind.may(this.n);
  }

  /** @param {number} by */
  step(by) {
    const row = this.view.log.rows.get(by > 0 ? this.n : this.n - 1);
    if (row?.lines.length) speak(row.lines.join(" "));
    return this.go(this.n + by);
  }

  phase() {
    const row = this.view.log.nextHeading(this.n);
    return this.go(row ? row.n + 1 : this.last);
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.n >= this.last) this.go(0);
    put(this.playing, icon("pause"));
    const tick = async () => {
      await this.step(1);
      if (this.n >= this.last) this.stop();
      else if (this.timer) this.timer = setTimeout(tick, 1000 / Number(this.speed.value));
    };
    this.timer = setTimeout(tick, 50);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    put(this.playing, icon("play"));
  }
}
