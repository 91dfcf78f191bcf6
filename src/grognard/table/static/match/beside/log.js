// The log: its rows as they come, what is looked for in them, and which are new.

import { computed, signal } from "../../vendor/preact/signals.js";

/** @typedef {import("../../types.js").LogRow} Row */
/** @typedef {import("../../types.js").Notice} Notice */
/**
 * @typedef {{key: string, row: Row, line: string, notice: Notice, heading: "" | "turn" | "phase" | "why"}} Part
 * A line of a row; or, as heading "why", the reason for it.
 */

const HEADINGS = /** @type {const} */ (["", "turn", "phase"]);
const MOST = 600;
const PLAIN = {};

export class Log {
  /** @param {import("../told.js").Told} told */
  constructor(told) {
    this.told = told;
    this.rows = signal(/** @type {Row[]} */ ([]));
    this.wanted = signal("");
    this.side = signal("");
    this.kind = signal("");
    /** parts that are unfolded, by key @type {import("../../vendor/preact/signals.js").Signal<Set<string>>} */
    this.unfolded = signal(new Set());
    /** entries in which another side acted last, from and up to @type {import("../../vendor/preact/signals.js").Signal<[number, number]>} */
    this.fresh = signal([Infinity, Infinity]);
    /** whether what is fresh is still to be brought into sight */
    this.unread = false;
    this.notices = computed(() => this.rows.value.flatMap((row) => row.notices ?? []));
    this.parts = computed(() => this._parts());
  }

  /** The first entry not yet known. */
  get next() {
    return (this.rows.value.at(-1)?.n ?? -1) + 1;
  }

  clear() {
    this.rows.value = [];
    this.unfolded.value = new Set();
  }

  /** @param {Row[]} rows */
  take(rows) {
    if (!rows.length) return;
    const all = new Map(this.rows.value.map((row) => [row.n, row]));
    for (const row of rows) {
      const { undo = Infinity } = row;
      for (const n of [...all.keys()]) if (n >= undo && n < row.n) all.delete(n);
      all.set(row.n, row);
    }
    this.rows.value = [...all.values()].sort((a, b) => a.n - b.n);
  }

  /** @param {number} n */
  row(n) {
    return this.rows.value.find((row) => row.n === n);
  }

  /** The entry after which the next heading stands. @param {number} n */
  nextHeading(n) {
    return this.rows.value.find((row) => row.n >= n && row.lines.some((_, i) => heading(row, i)));
  }

  /** Marks what another side did, which is then brought into sight. @param {number} from @param {number} to */
  mark(from, to) {
    this.unread = true;
    this.fresh.value = [from, to];
  }

  /** @param {Part} part */
  isFresh({ row, notice }) {
    const [from, to] = this.fresh.value;
    return row.n >= from && row.n < to && Boolean(notice.side) && notice.side !== this.told.seat.value;
  }

  /** Folds and unfolds; whether it is open now. @param {string} key */
  fold(key) {
    const unfolded = new Set(this.unfolded.value);
    const open = !unfolded.delete(key);
    if (open) unfolded.add(key);
    this.unfolded.value = unfolded;
    return open;
  }

  // -- what is shown -----------------------------------------------------------------------

  get filtered() {
    return Boolean(this.wanted.value.trim() || this.side.value || this.kind.value);
  }

  _parts() {
    const until = this.told.past.value?.n ?? Infinity;
    const rows = this.rows.value.filter((row) => row.n < until && !this._ownUndo(row));
    const parts = rows.flatMap((row) => this._partsOf(row));
    // Headings with nothing under them are of no use in a filtered log.
    const isHead = (/** @type {Part | undefined} */ part) =>
      !part || part.heading === "turn" || part.heading === "phase";
    const shown = this.filtered ? parts.filter((part, i) => !isHead(part) || !isHead(parts[i + 1])) : parts;
    return shown.slice(-MOST);
  }

  /** @param {Row} row */
  _ownUndo(row) {
    return row.aside === "undo" && row.seat === this.told.seat.value;
  }

  /** An entry's lines, and before the first heading among them why it was done. @param {Row} row @returns {Part[]} */
  _partsOf(row) {
    const all = row.lines.map((line, i) => part(row, line, i));
    const shown = all.filter((one) => one.heading || this._shows(one));
    const deed = shown.find((one) => !one.heading);
    const first = all.find((one) => !one.heading);
    // What it brought to others is no place for a reason.
    if (!row.why || (this.filtered && (!deed || deed !== first))) return shown;
    const head = shown.findIndex((one) => one.heading);
    const at = head < 0 ? shown.length : head;
    const why = { key: `${row.n}.why`, row, line: row.why, notice: PLAIN, heading: /** @type {const} */ ("why") };
    return [...shown.slice(0, at), why, ...shown.slice(at)];
  }

  /** @param {Part} part */
  _shows({ line, notice, row }) {
    const words = this.wanted.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (this.side.value && notice.side !== this.side.value) return false;
    if (this.kind.value && notice.kind !== this.kind.value) return false;
    // What nobody looks for and nobody gave a reason for.
    if (notice.minor && !row.why && !words.length && this.kind.value !== notice.kind) return false;
    const where = [line, row.seat, notice.kind, notice.side, ...(notice.spots ?? []), ...(notice.detail ?? [])];
    const text = where.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  }

  /** The whole log as text. */
  text() {
    const lines = this.rows.value.flatMap((row) => row.lines.map((line, i) => asText(part(row, line, i))));
    return lines.join("\n").trim();
  }
}

/** @param {Row} row @param {string} line @param {number} i @returns {Part} */
function part(row, line, i) {
  return { key: `${row.n}.${i}`, row, line, notice: row.notices?.[i] ?? PLAIN, heading: heading(row, i) };
}

/** @param {Row} row @param {number} i */
function heading(row, i) {
  return HEADINGS[row.notices?.[i]?.heading ?? 0] ?? "";
}

/** @param {Part} part */
function asText({ line, heading, notice }) {
  if (heading) return `\n${heading === "turn" ? "==" : "--"} ${line}`;
  return notice.dice?.length ? `${line} [${notice.dice.join(" ")}]` : line;
}
