// The rulebook beside the map, to be searched.

import { ask } from "../../common/api.js";
import { h } from "../../vendor/preact/preact.js";
import { signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../../types.js").Rule} Rule */
/** @typedef {import("../../common/sentences.js").Sentences} Sentences */

export class Rules {
  /** @param {string} title */
  constructor(title) {
    this.all = signal(/** @type {Rule[] | null} */ (null));
    this.problem = signal("");
    this.wanted = signal("");
    /** the id of the one that was looked up */
    this.found = signal("");
    this.ready = ask(`/api/rules/${encodeURIComponent(title)}`).then(
      (book) => {
        this.all.value = Array.isArray(book) ? book : Object.values(book.rules ?? book);
      },
      (error) => {
        this.problem.value = error.message;
      },
    );
  }

  /** The rules with these words in them, by chapter. */
  chapters() {
    const wanted = this.wanted.value.trim().toLowerCase();
    /** @type {Map<string, Rule[]>} */
    const chapters = new Map();
    for (const rule of this.all.value ?? []) {
      if (wanted && !`${rule.id} ${rule.chapter} ${rule.text}`.toLowerCase().includes(wanted)) continue;
      chapters.set(rule.chapter, [...(chapters.get(rule.chapter) ?? []), rule]);
    }
    return [...chapters];
  }

  /** Looks a rule up. @param {string} id */
  async find(id) {
    await this.ready;
    this.wanted.value = "";
    this.found.value = id;
    // Once it is drawn.
    queueMicrotask(() => {
      const term = document.getElementById(`rule-${id}`);
      term?.scrollIntoView({ block: "center" });
      term?.focus({ preventScroll: true });
    });
  }
}

/** @param {{game: import("../game.js").Game}} props */
export function RulesPage({ game: { rules, sentences } }) {
  const chapters = rules.chapters();
  const none = rules.all.value ? "No rule with that in it." : rules.problem.value || "Fetching the rules …";
  return h(
    "div",
    { class: "rules" },
    h("div", { class: "tools" }, h(Search, { rules })),
    h(
      "div",
      { class: "book" },
      chapters.map(([name, inside]) =>
        h(
          "section",
          { key: name },
          h("h2", null, name),
          h(
            "dl",
            null,
            inside.map((rule) => entry(rule, rules.found.value === rule.id ? "found" : "", sentences)),
          ),
        ),
      ),
      chapters.length ? null : h("p", { class: "none" }, none),
    ),
  );
}

/** @param {{rules: Rules}} props */
function Search({ rules }) {
  return h("input", {
    type: "search",
    placeholder: "Search the rules",
    "aria-label": "Search the rules",
    value: rules.wanted.value,
    onInput: (/** @type {any} */ event) => {
      rules.wanted.value = event.currentTarget.value;
    },
  });
}

/** @param {Rule} rule @param {string} found @param {Sentences} sentences */
function entry(rule, found, sentences) {
  // What a rule rests on comes first, in brackets.
  const [, tag, text] = rule.text.match(/^\[([\w -]+)\] (.*)$/s) ?? ["", "", rule.text];
  return [
    h("dt", { id: `rule-${rule.id}`, tabindex: -1, class: found }, rule.id),
    h("dd", { class: found }, tag ? h("span", { class: "tag" }, tag) : null, sentences.words(text)),
  ];
}
