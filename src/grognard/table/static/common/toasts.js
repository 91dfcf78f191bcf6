// Short messages that go away by themselves; and what a screen reader is told.

import { h, render } from "../vendor/preact/preact.js";
import { signal } from "../vendor/preact/signals.js";

/** @typedef {import("../vendor/preact/preact.js").ComponentChildren} Words */
/** @typedef {{key: number, words: Words, kind: string, stay: number, gone?: () => void}} Note */

const MOST = 3;

const shown = signal(/** @type {Note[]} */ ([]));
const timers = new Map();
let made = 0;

/** A line for the screen reader. @param {string} words */
export function speak(words) {
  const live = document.getElementById("spoken");
  if (live) live.textContent = words;
}

/**
 * A message that goes away by itself; one with a kind is an alert. `gone` is called when it does.
 * Returns what puts it away at once.
 * @param {Words} words @param {{kind?: string, stay?: number, gone?: () => void}} [how]
 */
export function toast(words, how = {}) {
  const note = { key: ++made, words, kind: how.kind ?? "", stay: how.stay ?? 9000, gone: how.gone };
  for (const old of shown.peek().slice(0, 1 - MOST)) away(old);
  shown.value = [...shown.peek(), note];
  wait(note, note.stay);
  render(h(Toasts, null), /** @type {Element} */ (document.getElementById("toasts")));
  return () => away(note);
}

/** Closes all messages; whether there were any. */
export function hush() {
  const all = shown.peek();
  for (const note of all) away(note);
  return all.length > 0;
}

/** @param {Note} note @param {number} stay */
function wait(note, stay) {
  hold(note);
  timers.set(
    note.key,
    setTimeout(() => away(note), stay),
  );
}

/** It stays as long as it is pointed at. @param {Note} note */
function hold(note) {
  clearTimeout(timers.get(note.key));
  timers.delete(note.key);
}

/** @param {Note} note */
function away(note) {
  if (!shown.peek().includes(note)) return;
  hold(note);
  shown.value = shown.peek().filter((other) => other !== note);
  note.gone?.();
}

function Toasts() {
  return shown.value.map((note) =>
    h(
      "div",
      {
        key: note.key,
        class: `toast ${note.kind}`,
        role: note.kind ? "alert" : "status",
        onPointerEnter: () => hold(note),
        onPointerLeave: () => wait(note, 4000),
      },
      h("div", { class: "words" }, note.words),
      h("button", { class: "plain", "aria-label": "Close the message", onClick: () => away(note) }, "×"),
    ),
  );
}

/** Text into the clipboard, or into a box to copy from. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`, { stay: 2500 });
  } catch {
    const select = (/** @type {HTMLTextAreaElement | null} */ area) => area?.select();
    const area = h("textarea", { readonly: true, "aria-label": what, rows: 4, value: text, ref: select });
    toast([`Copy ${what.toLowerCase()}: `, area], { stay: 60000 });
  }
}
