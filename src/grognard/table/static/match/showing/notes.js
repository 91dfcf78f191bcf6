// Short words for a first game: each is shown once in a match, and all can be put away for good.

import { keepNotesRead, notesRead, setTaste, taste } from "../../common/mine.js";
import { h } from "../../vendor/preact/preact.js";
import { computed, signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../../types.js").Note} Note */
/** @typedef {import("../../common/sentences.js").Sentences} Sentences */

export class FirstNotes {
  /** @param {import("../told.js").Told} told */
  constructor(told) {
    this.told = told;
    this.on = signal(taste("notes", "on") === "on");
    this.seen = signal(new Set(notesRead(told.id)));
    /** the first that is new; one at a time */
    this.note = computed(() => this._first());
  }

  _first() {
    if (!this.on.value || !this.told.mine.value) return null;
    return this.told.scene.value.notes?.find((note) => !this.seen.value.has(note.key)) ?? null;
  }

  /** Whether there was one. */
  dismiss() {
    const note = this.note.value;
    if (note) this._keep(new Set([...this.seen.value, note.key]));
    return note !== null;
  }

  never() {
    setTaste("notes", "off");
    this.on.value = false;
  }

  /** Shows them again from the start. */
  again() {
    setTaste("notes", "on");
    this.on.value = true;
    this._keep(new Set());
  }

  /** @param {Set<string>} seen */
  _keep(seen) {
    this.seen.value = seen;
    keepNotesRead(this.told.id, [...seen]);
  }
}

/** @param {{notes: FirstNotes, sentences: Sentences}} props */
export function Notes({ notes, sentences }) {
  const note = notes.note.value;
  return h(
    "aside",
    { class: "notes", "aria-label": "For a first game", hidden: !note },
    note
      ? [
          h("h2", null, note.title),
          h("p", null, sentences.words(note.text)),
          h(
            "div",
            { class: "ends" },
            h("button", { class: "small main", onClick: () => notes.dismiss() }, "Got it"),
            h("button", { class: "plain small", onClick: () => notes.never() }, "Show no more notes"),
          ),
        ]
      : null,
  );
}
