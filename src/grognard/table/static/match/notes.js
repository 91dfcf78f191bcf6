// Short words for a first game: each is shown once in a match, and all can be put away for good.

import { h, put } from "../common/dom.js";
import { keepNotesRead, notesRead, setTaste, taste } from "../common/mine.js";

/** @typedef {import("../types.js").Note} Note */

export class Notes {
  /** @param {string} match @param {(text: string) => (Node | string)[]} wording */
  constructor(match, wording) {
    this.wording = wording;
    this.match = match;
    this.seen = new Set(notesRead(match));
    this.el = h("aside", { class: "notes", "aria-label": "For a first game", hidden: true });
    /** @type {Note | null} */
    this.note = null;
  }

  /** Shows the first that is new; one at a time. @param {Note[]} notes */
  show(notes) {
    const known = this.note && notes.some((note) => note.key === this.note?.key);
    if (!known)
      this.note = taste("notes", "on") === "on" ? (notes.find((note) => !this.seen.has(note.key)) ?? null) : null;
    this.el.hidden = !this.note;
    if (!this.note || known) return;
    put(
      this.el,
      h("h2", null, this.note.title),
      h("p", null, this.wording(this.note.text)),
      h(
        "div",
        { class: "ends" },
        h("button", { class: "small main", onclick: () => this.dismiss(notes) }, "Got it"),
        h("button", { class: "plain small", onclick: () => this.never() }, "Show no more notes"),
      ),
    );
  }

  /** @param {Note[]} [more] */
  dismiss(more = []) {
    if (this.note) this.seen.add(this.note.key);
    keepNotesRead(this.match, [...this.seen]);
    this.note = null;
    this.show(more);
  }

  never() {
    setTaste("notes", "off");
    this.note = null;
    this.el.hidden = true;
  }

  /** Shows them again from the start. */
  again() {
    setTaste("notes", "on");
    this.seen.clear();
    keepNotesRead(this.match, []);
  }
}
