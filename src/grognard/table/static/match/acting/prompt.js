// The head of the table: what is asked, what is wrong, and what may be said in words.

import { capital } from "../../common/words.js";
import { useRef } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";
import { Buttons } from "./buttons.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../types.js").Violation} Violation */
/** @typedef {import("../../types.js").Track} Track */

/** @param {{game: Game}} props */
export function Prompt({ game }) {
  const { told, sentences } = game;
  const now = told.shown.value;
  const words = now.verdict ? `${now.verdict.level}.` : now.prompt;
  const gauges = (now.scene.tracks ?? []).filter((track) => track.kind === "gauge");
  return h(
    "section",
    { class: `prompt ${told.mine.value ? "yours" : ""}`, "aria-label": "What to do" },
    h("p", { class: "sentence", role: "status", "aria-live": "polite" }, sentences.words(words)),
    h(Wrongs, { game, wrongs: now.scene.violations ?? [] }),
    h(
      "div",
      { class: "do" },
      h(Buttons, { game }),
      h(
        "div",
        { class: "gauges" },
        gauges.map((track) => h(Gauge, { key: track.key, track })),
      ),
      h(Order, { game }),
    ),
  );
}

/** What must be put right first, each a way to its hex. @param {{game: Game, wrongs: Violation[]}} props */
function Wrongs({ game, wrongs }) {
  const go = (/** @type {Violation} */ wrong) => game.camera.goToSpot(wrong.spot ?? "");
  return h(
    "ul",
    { class: "wrongs", "aria-label": "To be put right first", hidden: !wrongs.length },
    wrongs.map((wrong) =>
      h(
        "li",
        null,
        h("button", { class: "link", onClick: () => go(wrong) }, wrong.text),
        " ",
        wrong.rule ? game.sentences.rule(wrong.rule) : null,
      ),
    ),
  );
}

/** A gauge in a small space; its cells are among the facts. @param {{track: Track}} props */
function Gauge({ track }) {
  const value = track.cells.findIndex((cell) => cell.current);
  return h(
    "span",
    { class: "gauge", title: track.title },
    h("span", null, capital(track.title)),
    h("meter", { min: 0, max: track.cells.length - 1, value, "aria-label": track.title }),
  );
}

/** @param {{game: Game}} props */
function Order({ game }) {
  const typed = useRef(/** @type {HTMLInputElement | null} */ (null));
  const say = (/** @type {Event} */ event) => {
    event.preventDefault();
    const input = typed.current;
    if (input?.value.trim()) game.deeds.say(input.value, () => (input.value = ""));
  };
  return h(
    "form",
    { class: "typed", onSubmit: say },
    h("input", {
      class: "order",
      hidden: !game.told.mine.value,
      ref: typed,
      placeholder: "or type an order",
      "aria-label": "Type an order in words or notation",
      autocomplete: "off",
      spellcheck: false,
      autocapitalize: "off",
    }),
  );
}
