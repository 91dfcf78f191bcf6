// The whole match as a file, or as the beginning of another.

import { keep, matchOf } from "../common/mine.js";
import { toast } from "../common/toasts.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game */
export async function download({ told, deeds }) {
  try {
    const blob = await told.table.record(seatsHere(told.id));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${told.about.value.title}-${told.id}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  } catch (error) {
    await deeds.failed(error);
  }
}

/** Begins a match of one's own from a moment of this one. @param {Game} game @param {number} n */
export async function branch({ told, deeds }, n) {
  try {
    const made = await told.table.branch(n, seatsHere(told.id));
    const { title, scenario } = told.about.value;
    const { id, tokens, onlooker } = made;
    keep({ id, title, scenario, made: Date.now(), here: tokens, links: {}, onlooker });
    location.hash = `#/match/${encodeURIComponent(id)}`;
    toast("A new match began from there; you play all seats.");
  } catch (error) {
    await deeds.failed(error);
  }
}

/** The tokens of all seats played in this browser. @param {string} id */
function seatsHere(id) {
  return Object.values(matchOf(id)?.here ?? {});
}
