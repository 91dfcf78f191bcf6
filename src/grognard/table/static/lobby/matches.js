// Matches there are: one's own to go on with, those of others to watch, and records to load.

import { ask, Refused, Table } from "../common/api.js";
import { listed, seatName } from "../common/dom.js";
import { forget, keep, matchOf, mine } from "../common/mine.js";
import { toast } from "../common/toasts.js";
import { h } from "../vendor/preact/preact.js";
import { signal } from "../vendor/preact/signals.js";

/** @typedef {import("../types.js").TitleRow} TitleInfo */
/** @typedef {import("../types.js").Brief} Brief */
/** @typedef {import("../common/mine.js").Mine} Mine */
/** @typedef {{match: Mine, line: string, badge: string, kind: string}} Row */

const MINE = 12;
const OTHERS = 20;

export class Matches {
  /** @param {TitleInfo[]} titles */
  constructor(titles) {
    this.titles = titles;
    this.mine = signal(/** @type {Row[] | null} */ (null));
    this.others = signal(/** @type {Brief[] | null} */ (null));
  }

  refresh() {
    this.showMine();
    this.showOthers();
  }

  async showMine() {
    this.mine.value = await Promise.all(mine().slice(0, MINE).map(rowOf));
  }

  async showOthers() {
    /** @type {Brief[]} */
    const all = await ask("/api/matches").catch(() => []);
    this.others.value = all.filter((match) => !matchOf(match.id)).slice(0, OTHERS);
  }

  /** Here only; the match itself stays. @param {string} id */
  forget(id) {
    forget(id);
    this.mine.value = (this.mine.value ?? []).filter((row) => row.match.id !== id);
  }

  /** @param {{title: string, scenario: string, scenarioName?: string}} match */
  nameOf(match) {
    const title = this.titles.find((one) => one.key === match.title);
    return title?.scenarios.find((one) => one.key === match.scenario)?.name ?? match.scenarioName ?? match.scenario;
  }
}

/** @param {Mine} match @returns {Promise<Row>} */
async function rowOf(match) {
  const token = Object.values(match.here)[0] ?? match.onlooker ?? "";
  try {
    const now = await new Table(match.id, token).brief();
    return { match, line: now.turn_line ?? "", ...whoseTurn(match, now) };
  } catch (error) {
    const gone = error instanceof Refused && (error.status === 404 || error.status === 403);
    return { match, line: "", badge: gone ? "Gone" : "No answer", kind: "over" };
  }
}

/** @param {Mine} match @param {Brief} now */
function whoseTurn(match, now) {
  if (now.over) return { badge: "Over", kind: "over" };
  if (now.deciders.some((seat) => seat in match.here)) return { badge: "Your turn", kind: "turn" };
  return { badge: `${listed(now.deciders.map(seatName))} to move`, kind: "" };
}

/** @param {{matches: Matches}} props */
export function MyMatches({ matches }) {
  const rows = matches.mine.value;
  if (!rows) return h("section", { class: "card", "aria-labelledby": "yours" });
  return h(
    "section",
    { class: "card", "aria-labelledby": "yours" },
    h("h2", { id: "yours" }, "My matches"),
    rows.length
      ? h(
          "ul",
          { class: "rows" },
          rows.map((row) => h(MyMatch, { key: row.match.id, matches, row })),
        )
      : h("p", { class: "none" }, "None yet. Start one, or open a link a friend sent you."),
  );
}

/** @param {{matches: Matches, row: Row}} props */
function MyMatch({ matches, row: { match, line, badge, kind } }) {
  const name = matches.nameOf(match);
  const seats = Object.keys(match.here).map(seatName).join(" and ") || "onlooker";
  const bots = Object.values(match.bots ?? {}).map((bot) => `${bot} bot`);
  return h(
    "li",
    null,
    h(
      "a",
      { href: `#/match/${encodeURIComponent(match.id)}` },
      h("strong", null, name),
      h("span", { class: "sub" }, [line, `you: ${seats}`, ...bots].filter(Boolean).join(" · ")),
    ),
    h("span", { class: `badge ${kind}` }, badge),
    h(
      "button",
      {
        class: "plain",
        "aria-label": `Forget ${name}`,
        title: "Forget it here; the match itself stays",
        onClick: () => matches.forget(match.id),
      },
      "×",
    ),
  );
}

/** @param {{matches: Matches}} props */
export function OthersMatches({ matches }) {
  const rows = matches.others.value;
  if (!rows) return h("section", { class: "card", "aria-labelledby": "open" });
  return h(
    "section",
    { class: "card", "aria-labelledby": "open" },
    h("h2", { id: "open" }, "Watch or replay"),
    rows.length
      ? h(
          "ul",
          { class: "rows" },
          rows.map((match) =>
            h(
              "li",
              { key: match.id },
              h(
                "a",
                { href: `#/${match.over ? "replay" : "match"}/${encodeURIComponent(match.id)}` },
                h("strong", null, matches.nameOf(match)),
                h("span", { class: "sub" }, match.turn_line ?? ""),
              ),
              h("span", { class: "badge" }, match.over ? "Replay" : "Watch"),
            ),
          ),
        )
      : h("p", { class: "none" }, "No public matches of others."),
  );
}

/** A record as a match to be replayed. */
export function Load() {
  return h(
    "section",
    { class: "card", "aria-labelledby": "load" },
    h("h2", { id: "load" }, "Load a record"),
    h("p", { class: "none" }, "A record file is the whole match: a save, a game by mail, a replay."),
    h(
      "label",
      { class: "file" },
      "Choose a record file",
      h("input", { type: "file", accept: ".jsonl,.json,.gz,application/jsonl", onChange: load }),
    ),
  );
}

/** @param {Event} event */
async function load(event) {
  const input = /** @type {HTMLInputElement} */ (event.currentTarget);
  const file = input.files?.[0];
  if (!file) return;
  try {
    /** @type {import("../types.js").Begun} */
    const { id, tokens, onlooker } = await ask("/api/records", { raw: await file.text(), method: "POST" });
    keep({ id, title: "", scenario: file.name, made: Date.now(), here: tokens, links: {}, onlooker });
    location.hash = `#/replay/${encodeURIComponent(id)}`;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
  }
  input.value = "";
}
