// Odds as they are shown: the one sentence first, then the line, and a bar for each outcome.

import { toast } from "../../common/toasts.js";
import { capital } from "../../common/words.js";
import { useLayoutEffect, useRef } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("./odds.js").Shown} Shown */
/** @typedef {import("../../types.js").Odds} Preview */
/** @typedef {[string, string, number]} Row words, exact chance, chance */

const LONG = 34; // letters of an outcome that want the whole width

/** @param {{game: Game}} props */
export function OddsPanel({ game }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const shown = game.odds.shown.value;
  useLayoutEffect(() => {
    const main = /** @type {HTMLElement | null | undefined} */ (place.current?.querySelector(".ends button"));
    if (shown?.asked) main?.focus({ preventScroll: true });
  }, [shown]);
  return h(
    "section",
    { class: `odds ${shown?.east ? "east" : ""}`, "aria-label": "Odds", hidden: !shown, ref: place },
    shown ? inside(game, shown) : null,
  );
}

/** @param {Game} game @param {Shown} shown */
function inside(game, shown) {
  return [
    h("h2", null, shown.heading),
    shown.left.length ? h(Left, { game, left: shown.left }) : null,
    shown.previews.map((preview) =>
      shown.offer
        ? body(game, preview)
        : h("section", { class: "threat" }, h("h3", null, preview.title), body(game, preview)),
    ),
    h(Ends, { game, shown }),
  ];
}

/** What would be passed up, and a way not to be asked again. @param {{game: Game, left: string[]}} props */
function Left({ game, left }) {
  const never = () => {
    game.looks.toggleAsks();
    toast("You are not asked again. The menu can turn it on.", { stay: 5000 });
    game.odds.close();
  };
  return h(
    "p",
    { class: "left" },
    `${capital(left.join(", "))}. `,
    h("button", { class: "link", onClick: never }, "Do not ask again"),
  );
}

/** @param {{game: Game, shown: Shown}} props */
function Ends({ game, shown: { offer, heading } }) {
  const close = () => game.odds.close();
  const ends = offer
    ? [
        h("button", { class: "main", onClick: () => game.deeds.play(offer) }, heading),
        h("button", { onClick: close }, "Not now"),
      ]
    : h("button", { onClick: close }, "Close");
  return h("div", { class: "ends" }, ends);
}

/** @param {Game} game @param {Preview} preview */
function body({ sentences }, preview) {
  const groups = grouped(preview);
  const names = groups.map(([name]) => name);
  const lines = parted(preview.line, names);
  const long = groups.some(([, rows]) => rows.some(([words]) => words.length > LONG));
  const line = (/** @type {string} */ words) => h("p", { class: "line" }, sentences.words(words));
  const unit = shared(groups.flatMap(([, rows]) => rows.map((row) => row[0])));
  const most = Math.max(...preview.outcomes.map((outcome) => outcome[2]), 0.01);
  return [
    preview.gist ? h("p", { class: "gist" }, preview.gist) : null,
    lines.size ? null : line(preview.line),
    h(
      "div",
      { class: `groups ${long ? "long" : ""}` },
      groups.map(([name, rows]) =>
        h(
          "table",
          null,
          h("caption", null, caption(name, unit), lines.has(name) ? line(lines.get(name) ?? "") : null),
          h(
            "tbody",
            null,
            rows.map((row) => outcome(row, unit, most)),
          ),
        ),
      ),
    ),
    preview.note ? h("p", { class: "note" }, preview.note) : null,
  ];
}

/** @param {string} name @param {string} unit */
function caption(name, unit) {
  const at = name && !name.startsWith("If ") ? `At ${name}` : name;
  return [at, unit].filter(Boolean).join(": ") || "Chances";
}

/** The outcomes under the case each belongs to. @param {Preview} preview @returns {[string, Row[]][]} */
function grouped(preview) {
  /** @type {Map<string, Row[]>} */
  const found = new Map();
  preview.outcomes.forEach(([words, exact, chance], i) => {
    const name = preview.groups[i] ?? "";
    const rest = name && words.startsWith(`${name}: `) ? words.slice(name.length + 2) : words;
    found.set(name, [...(found.get(name) ?? []), [rest, exact, chance]]);
  });
  return [...found];
}

/** The line in parts, each for the case it belongs to; none if it is not so made. @param {string} line @param {string[]} names @returns {Map<string, string>} */
function parted(line, names) {
  const parts = line.split(" · ");
  if (names.length < 2 || parts.length !== names.length || !parts.every((part, i) => part.startsWith(`${names[i]}: `)))
    return new Map();
  return new Map(parts.map((part, i) => [names[i], part.slice(names[i].length + 2)]));
}

/** The last words that all have in common, to be said once. @param {string[]} all */
function shared(all) {
  const tail = all[0]?.match(/ .*$/)?.[0] ?? "";
  return all.length > 1 && tail && all.every((words) => words.endsWith(tail)) ? tail.trim() : "";
}

/** @param {Row} row @param {string} unit @param {number} most */
function outcome([said, exact, chance], unit, most) {
  const words = said.slice(0, said.length - unit.length).trim();
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, words),
    h("td", { class: "stick" }, h("meter", { min: 0, max: most, value: chance, "aria-label": `${words}: ${exact}` })),
    h("td", { class: "percent", title: exact }, `${Math.round(chance * 100)}%`),
  );
}
