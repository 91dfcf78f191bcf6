// The charts of the game and its sequence of play; what is read now is lit.

import { ask } from "../../common/api.js";
import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../../types.js").Lit} Lit */
/** @typedef {import("../../types.js").Scene} Scene */
/** @typedef {import("../../types.js").Step} Step */
/** @typedef {import("../../common/sentences.js").Sentences} Sentences */
/**
 * @typedef {{title: string, tag: string, columns: string[], rows: string[], cells: string[][], notes: string[]}} Chart
 * @typedef {{meaning?: string, value: unknown, unit?: string}} Figure
 * @typedef {{charts: Record<string, Chart>, values?: Record<string, Figure>}} Book
 */

export class Charts {
  /** @param {string} title */
  constructor(title) {
    /** @type {import("../../vendor/preact/signals.js").Signal<Book | null>} */
    this.book = signal(null);
    this.problem = signal("");
    this.sequence = signal(/** @type {Step[]} */ ([]));
    this.lit = signal(/** @type {Lit[]} */ ([]));
    /** @type {Lit[]} what the scene lights; odds on the table may add to it */
    this.always = [];
    ask(`/api/charts/${encodeURIComponent(title)}`).then(
      (found) => {
        this.book.value = found;
      },
      (error) => {
        this.problem.value = error.message;
      },
    );
  }

  /** @param {Scene} scene */
  show(scene) {
    this.always = scene.lit ?? [];
    anew(this.sequence, scene.sequence ?? []);
    this.light([]);
  }

  /** Lights what is read for these odds too. @param {Lit[]} lit */
  light(lit) {
    anew(this.lit, [...this.always, ...lit]);
  }
}

/** The tables are long: they are drawn anew only for something new. @template T @param {import("../../vendor/preact/signals.js").Signal<T>} known @param {T} value */
function anew(known, value) {
  if (JSON.stringify(known.peek()) !== JSON.stringify(value)) known.value = value;
}

/** @param {{game: import("../game.js").Game}} props */
export function ChartsPage({ game: { charts, sentences } }) {
  const book = charts.book.value;
  return h(
    "div",
    { class: "charts" },
    h(Sequence, { steps: charts.sequence.value }),
    book
      ? h(
          "div",
          null,
          Object.entries(book.charts).map(([key, chart]) =>
            h(ChartTable, { key, name: key, chart, lit: charts.lit.value, sentences }),
          ),
          h(Figures, { values: book.values ?? {} }),
        )
      : h("p", { class: "none" }, charts.problem.value || "Fetching the charts …"),
  );
}

/** The steps of a turn, the one the game is in lit. @param {{steps: Step[]}} props */
function Sequence({ steps }) {
  const step = (/** @type {Step} */ s) =>
    h(
      "li",
      { class: s.current ? "now" : "", "aria-current": s.current ? "step" : undefined },
      h("strong", null, s.name),
      " ",
      s.text ?? "",
    );
  return h(
    "section",
    { class: "sequence", hidden: !steps.length },
    h("h2", null, "Sequence of play"),
    h("ol", null, steps.map(step)),
  );
}

/** @param {{name: string, chart: Chart, lit: Lit[], sentences: Sentences}} props */
function ChartTable({ name, chart, lit, sentences }) {
  const here = lit.filter((l) => l.chart === name);
  const head = (/** @type {"row" | "column"} */ way, /** @type {string} */ words) =>
    h("th", { scope: way === "row" ? "row" : "col", class: here.some((l) => l[way] === words) ? "now" : "" }, words);
  const cell = (/** @type {string} */ words, /** @type {string} */ row, /** @type {string} */ column) =>
    h("td", { class: here.some((l) => reads(l, row, column)) ? "now" : "" }, words);
  return h(
    "section",
    null,
    h("h2", null, chart.title, h("span", { class: "tag" }, chart.tag)),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": chart.title },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("td", null),
            chart.columns.map((c) => head("column", c)),
          ),
        ),
        h(
          "tbody",
          null,
          chart.rows.map((row, r) =>
            h(
              "tr",
              null,
              head("row", row),
              chart.cells[r].map((words, c) => cell(words, row, chart.columns[c])),
            ),
          ),
        ),
      ),
    ),
    chart.notes.map((note) => h("p", { class: "note" }, sentences.words(note))),
  );
}

/** Whether a cell is read: it itself, or its whole row or column. @param {Lit} lit @param {string} row @param {string} column */
function reads(lit, row, column) {
  if (!lit.row && !lit.column) return false;
  return (!lit.row || lit.row === row) && (!lit.column || lit.column === column);
}

/** @param {{values: Record<string, Figure>}} props */
function Figures({ values }) {
  if (!Object.keys(values).length) return null;
  return h(
    "details",
    null,
    h("summary", null, "Single figures"),
    h(
      "dl",
      null,
      Object.entries(values).map(([key, figure]) => [
        h("dt", null, figure.meaning || key.replaceAll("_", " ")),
        h("dd", null, String(figure.value), " ", figure.unit ?? ""),
      ]),
    ),
  );
}
