// Beside the map, never over it: log, facts, charts, rules, and the hexes as a list.

import { copy, h, put, seatName } from "../common/dom.js";
import { counter, die, hexLine, pieceLine, piecesIn } from "../common/words.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").LogRow} Row */
/** @typedef {import("../common/words.js").Wording} Wording */

/** The drawer with its tabs. */
export class Drawer {
  /** @param {[string, string, HTMLElement][]} pages key, name, panel */
  constructor(pages) {
    this.pages = pages;
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the map" });
    this.body = h("div", { class: "pages" });
    for (const [key, name, panel] of pages) {
      this.tabs.append(
        h(
          "button",
          {
            role: "tab",
            id: `tab-${key}`,
            "aria-controls": `page-${key}`,
            onclick: () => this.open(key, true),
            onkeydown: (/** @type {KeyboardEvent} */ e) => this._keys(e),
          },
          name,
        ),
      );
      const page = h(
        "div",
        { role: "tabpanel", id: `page-${key}`, "aria-labelledby": `tab-${key}`, tabindex: 0, class: `page ${key}` },
        panel,
      );
      this.body.append(page);
    }
    this.el = h("aside", { class: "drawer", "aria-label": "Log, facts, charts and rules" }, this.tabs, this.body);
    this.open(pages[0][0]);
    this.el.classList.remove("up");
  }

  /** @param {string} key @param {boolean} [toggle] */
  open(key, toggle = false) {
    const shut = toggle && this.now === key && this.el.classList.contains("up");
    this.now = key;
    for (const [name] of this.pages) {
      const chosen = name === key;
      const tab = this.tabs.querySelector(`#tab-${name}`);
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      this.body.querySelector(`#page-${name}`).hidden = !chosen;
    }
    // On a phone the drawer is a sheet that comes up, and goes when its tab is pressed again.
    this.el.classList.toggle("up", !shut);
  }

  /** @param {KeyboardEvent} event */
  _keys(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.pages.findIndex(([key]) => key === this.now);
    const [next] = this.pages[(at + by + this.pages.length) % this.pages.length];
    this.open(next);
    this.tabs.querySelector(`#tab-${next}`).focus();
  }
}

// -- the log --------------------------------------------------------------------------------

export class Log {
  /** @param {Wording} wording @param {(n: number) => void} visit @param {(hexes: string[]) => void} light */
  constructor(wording, visit, light) {
    this.wording = wording;
    this.visit = visit;
    this.light = light;
    /** @type {Set<string>} lines unfolded, by entry and place */
    this.unfolded = new Set();
    /** @type {Map<number, Row>} */
    this.rows = new Map();
    this.seat = "";
    /** entries in which another side acted last, from and up to */
    this.fresh = [Infinity, Infinity];
    this.unread = false;
    /** whether its end is to be kept in sight */
    this.end = true;
    /** @type {HTMLElement | null} */
    this.low = null;
    /** @type {(n: number) => boolean} */
    this.mayAsk = () => false;
    /** @type {(n: number) => void} */
    this.askBack = () => undefined;
    /** @type {number | undefined} */
    this.until = undefined;
    this.list = h("ol", { class: "lines", "aria-label": "Log" });
    this.filter = h("input", {
      type: "search",
      placeholder: "Hex, unit or word",
      "aria-label": "Filter the log",
      oninput: () => this.draw(),
    });
    this.side = h("select", { "aria-label": "Whose acts", onchange: () => this.draw() });
    this.kind = h("select", { "aria-label": "What kind of act", onchange: () => this.draw() });
    this.el = h(
      "div",
      { class: "log" },
      h(
        "div",
        { class: "tools" },
        this.filter,
        this.side,
        this.kind,
        h("button", { class: "small", title: "The log as text", onclick: () => copy(this.text(), "Log") }, "Copy"),
      ),
      this.list,
    );
  }

  /** What can be filtered by: the sides and kinds there have been. */
  _choices() {
    const notices = [...this.rows.values()].flatMap((row) => row.notices ?? []);
    const fill = (
      /** @type {any} */ select,
      /** @type {string} */ all,
      /** @type {(string | undefined)[]} */ words,
    ) => {
      const known = ["", ...[...new Set(words)].filter((w) => w).sort()];
      if (select.options.length && known.join() === [...select.options].map((o) => o.value).join()) return;
      const chosen = select.value;
      put(
        select,
        known.map((word) => h("option", { value: word, selected: word === chosen }, word ? seatName(word) : all)),
      );
    };
    fill(
      this.side,
      "Both sides",
      notices.map((notice) => notice.side),
    );
    fill(
      this.kind,
      "All acts",
      notices.filter((notice) => !notice.heading).map((notice) => notice.kind),
    );
  }

  /** @param {string} line @param {import("../types.js").Notice} notice @param {Row} row @param {string[]} wanted */
  _shows(line, notice, row, wanted) {
    if (this.side.value && notice.side !== this.side.value) return false;
    if (this.kind.value && notice.kind !== this.kind.value) return false;
    const where = [line, row.seat, notice.kind, notice.side, ...(notice.spots ?? []), ...(notice.detail ?? [])]
      .join(" ")
      .toLowerCase();
    return wanted.every((w) => where.includes(w));
  }

  /** What nobody looks for and nobody gave a reason for. @param {Row} row @param {import("../types.js").Notice} notice @param {string[]} wanted */
  _leavesOut(row, notice, wanted) {
    return Boolean(notice.minor) && !row.why && !wanted.length && this.kind.value !== notice.kind;
  }

  get next() {
    return Math.max(-1, ...this.rows.keys()) + 1;
  }

  clear() {
    this.rows.clear();
    this.unfolded.clear();
  }

  /** @param {Row[]} rows */
  take(rows) {
    for (const row of rows) {
      if (row.undo !== undefined)
        for (const n of [...this.rows.keys()]) if (n >= row.undo && n < row.n) this.rows.delete(n);
      this.rows.set(row.n, row);
    }
  }

  /** @param {number} [until] entries shown */
  draw(until = this.until ?? Infinity) {
    this.until = until;
    this._choices();
    /** @type {string[]} */
    const wanted = this.filter.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const filtered = wanted.length || this.side.value || this.kind.value;
    /** @type {HTMLElement[]} */
    const items = [];
    for (const row of [...this.rows.values()].sort((a, b) => a.n - b.n)) {
      if (row.n >= until) break;
      if (row.notices?.[0]?.kind === "Undo" && row.seat === this.seat) continue;
      items.push(...this._items(row, wanted, Boolean(filtered)));
    }
    // Headings with nothing under them are of no use in a filtered log.
    const shown = filtered
      ? items.filter(
          (item, i) =>
            !item.className.startsWith("head") || (items[i + 1] && !items[i + 1].className.startsWith("head")),
        )
      : items;
    const low = this.el.parentElement,
      atEnd = this._atEnd(low);
    put(this.list, shown.length ? shown.slice(-600) : h("li", { class: "none" }, "Nothing yet."));
    if (low && atEnd) low.scrollTop = low.scrollHeight;
    if (this.unread) this.seek();
  }

  /** An entry's lines, and before the first heading among them why it was done. @param {Row} row @param {string[]} wanted @param {boolean} filtered */
  _items(row, wanted, filtered) {
    const parts = row.lines.map((line, i) => ({
      line,
      kind: heading(row, i),
      notice: row.notices?.[i] ?? {},
      key: `${row.n}.${i}`,
    }));
    const shown = parts.filter(
      ({ line, kind, notice }) =>
        kind || (this._shows(line, notice, row, wanted) && !this._leavesOut(row, notice, wanted)),
    );
    const items = shown.map(({ line, kind, notice, key }) => this._line(row, line, kind, notice, key));
    const deed = shown.find((part) => !part.kind);
    // What it brought to others is no place for a reason.
    if (row.why && (!filtered || (deed && deed === parts.find((part) => !part.kind)))) {
      const first = shown.findIndex((part) => part.kind);
      items.splice(first < 0 ? items.length : first, 0, h("li", { class: "why" }, this.wording.nodes(row.why)));
    }
    return items;
  }

  /** Whether the end was in sight when the reader last scrolled: what grows beside the log moves it too. @param {HTMLElement | null} low */
  _atEnd(low) {
    if (low && low !== this.low) {
      this.low = low;
      low.addEventListener("scroll", () => {
        if (this.el.offsetParent) this.end = low.scrollTop + low.clientHeight > low.scrollHeight - 60;
      });
    }
    return this.end;
  }

  /** Marks what another side did, and shows where that begins. @param {number} from @param {number} to */
  mark(from, to) {
    this.fresh = [from, to];
    this.unread = true;
    this.draw();
  }

  /** To the first line of what is marked. */
  seek() {
    const first = this.list.querySelector(".fresh");
    const low = this.el.parentElement;
    if (!first || !low?.clientHeight) return;
    this.unread = false;
    low.scrollTop +=
      first.getBoundingClientRect().top - low.getBoundingClientRect().top - this.el.firstElementChild.offsetHeight - 4;
  }

  /** @param {Row} row @param {string} line @param {string} kind @param {import("../types.js").Notice} notice @param {string} key */
  _line(row, line, kind, notice, key) {
    const fresh =
      row.n >= this.fresh[0] && row.n < this.fresh[1] && notice.side && notice.side !== this.seat ? "fresh" : "";
    if (kind)
      return h(
        "li",
        { class: `head ${kind} ${fresh}` },
        h("button", { class: "link", title: "See the map as it was here", onclick: () => this.visit(row.n + 1) }, line),
      );
    const aside = notice.kind?.endsWith("Rewind") ? "aside" : "";
    const item = h("li", { class: `act ${aside} ${fresh}` }, this._folded(line, notice, key), this._back(row));
    item.style.borderLeftColor = this.wording.colours.get(notice.side ?? "") ?? "transparent";
    return item;
  }

  /** For the pointer; by keys the moment is chosen from a list. @param {Row} row */
  _back(row) {
    if (!this.mayAsk(row.n)) return null;
    return h(
      "button",
      {
        class: "link back",
        tabindex: -1,
        title: "Ask to go back to before this",
        "aria-label": `Ask to go back to before entry ${row.n}`,
        onclick: () => this.askBack(row.n),
      },
      "↶",
    );
  }

  /** Arithmetic and reasons are folded under the line. @param {string} line @param {import("../types.js").Notice} notice @param {string} key */
  _folded(line, notice, key) {
    const dice = (notice.dice ?? []).map((face) => die(face, notice.sides ?? 6));
    const words = this.wording.nodes(notice.brief || line);
    if (!notice.detail?.length) return [...dice, ...words];
    const sums = h(
      "div",
      { class: "sums", hidden: !this.unfolded.has(key) },
      notice.detail.map((part) => h("p", null, this.wording.nodes(part))),
    );
    const button = h(
      "button",
      {
        class: "link how",
        "aria-expanded": String(!sums.hidden),
        "aria-label": "How it came about",
        title: "How it came about",
        onclick: () => {
          sums.hidden = !sums.hidden;
          button.setAttribute("aria-expanded", String(!sums.hidden));
          if (sums.hidden) this.unfolded.delete(key);
          else this.unfolded.add(key);
          this.light(sums.hidden ? [] : (notice.lights ?? []));
        },
      },
      "…",
    );
    return [...dice, ...words, " ", button, sums];
  }

  /** The entry after which the next heading stands. @param {number} n */
  nextHeading(n) {
    const rows = [...this.rows.values()].sort((a, b) => a.n - b.n);
    return rows.find((r) => r.n >= n && r.lines.some((_, i) => heading(r, i)));
  }

  text() {
    return [...this.rows.values()]
      .sort((a, b) => a.n - b.n)
      .flatMap((r) =>
        r.lines.map((line, i) => {
          const kind = heading(r, i);
          const dice = r.notices?.[i]?.dice ?? [];
          return kind === "turn"
            ? `\n== ${line}`
            : kind
              ? `\n-- ${line}`
              : dice.length
                ? `${line} [${dice.join(" ")}]`
                : line;
        }),
      )
      .join("\n")
      .trim();
  }
}

/** @param {Row} row @param {number} i */
function heading(row, i) {
  return ["", "turn", "phase"][row.notices?.[i]?.heading ?? 0] ?? "";
}

// -- facts ------------------------------------------------------------------------------------

export class Facts {
  /** @param {Wording} wording @param {(piece: string) => void} press */
  constructor(wording, press) {
    this.wording = wording;
    this.press = press;
    this.el = h("div", { class: "facts" });
  }

  /** @param {Scene} scene @param {Set<string>} lit pieces one may act with */
  draw(scene, lit) {
    const byId = new Map((scene.pieces ?? []).map((p) => [p.id, p]));
    const open = new Set([...this.el.querySelectorAll("details[open]")].map((d) => d.dataset.key));
    put(
      this.el,
      (scene.tracks ?? []).map((track) =>
        h(
          "section",
          { class: `track ${track.kind ?? ""}` },
          h("h2", null, track.title),
          h(
            "ol",
            null,
            track.cells.map((cell, i) =>
              h(
                "li",
                {
                  class: cell.current ? "current" : i < track.cells.findIndex((c) => c.current) ? "full" : "",
                  "aria-current": cell.current ? "true" : null,
                  title: cell.text ?? "",
                },
                h("span", { class: "label" }, cell.label),
                cell.text && cell.pieces?.length ? h("span", { class: "sub" }, cell.text) : null,
                this._pieces(cell.pieces, byId, lit),
              ),
            ),
          ),
        ),
      ),
      h(
        "dl",
        null,
        (scene.facts ?? []).map((f) => [h("dt", null, f.label), h("dd", null, f.value)]),
      ),
      (scene.boxes ?? []).map((box) =>
        h(
          "details",
          {
            class: "box",
            "data-key": box.key,
            open: open.has(box.key) || lit.has(box.key) || (box.pieces ?? []).some((id) => lit.has(id)) || box.unfolded,
          },
          h("summary", null, box.title, box.pieces?.length ? ` (${box.pieces.length})` : ""),
          box.text ? h("p", null, this.wording.nodes(box.text)) : null,
          this._pieces(box.pieces, byId, lit),
          lit.has(box.key) ? h("button", { class: "small can", onclick: () => this.press(box.key) }, "Act here") : null,
        ),
      ),
    );
  }

  /** @param {string[] | undefined} ids @param {Map<string, import("../types.js").Piece>} byId @param {Set<string>} lit */
  _pieces(ids, byId, lit) {
    if (!ids?.length) return null;
    return h(
      "div",
      { class: "tiles" },
      ids.map((id) => {
        const piece = byId.get(id);
        return piece
          ? h(
              "button",
              {
                class: `tile ${lit.has(id) ? "can" : ""}`,
                title: pieceLine(piece),
                "aria-label": pieceLine(piece),
                onclick: () => this.press(id),
              },
              counter(piece, 44),
            )
          : h("span", null, id);
      }),
    );
  }
}

// -- the map as a list -----------------------------------------------------------------------------

export class HexList {
  /** @param {(hex: string) => void} go */
  constructor(go) {
    this.go = go;
    this.filter = h("input", {
      type: "search",
      placeholder: "Hex, place, unit",
      "aria-label": "Filter the hexes",
      oninput: () => this._redraw(),
    });
    this.all = h("input", { type: "checkbox", onchange: () => this._redraw() });
    this.list = h("ul", { "aria-label": "Hexes and stacks" });
    this.el = h(
      "div",
      { class: "hexlist" },
      h("div", { class: "tools" }, this.filter, h("label", { class: "tick" }, this.all, "empty ones too")),
      this.list,
    );
  }

  /** @param {import("../types.js").BoardArt} board @param {Scene} scene @param {Map<string, string[]>} may what may be done, by hex */
  draw(board, scene, may) {
    this.last = { board, scene, may };
    // Only when it is looked at: it is long.
    if (this.el.parentElement?.hidden) {
      this.stale = true;
      return;
    }
    this._redraw();
  }

  _redraw() {
    if (!this.last) return;
    this.stale = false;
    const { board, scene, may } = this.last;
    const wanted = this.filter.value.trim().toLowerCase();
    const full = new Set((scene.pieces ?? []).map((p) => p.hex).filter(Boolean));
    const labels = (board.hexes ?? [])
      .map((x) => x.label)
      .filter((l) => this.all.checked || wanted || full.has(l) || may.has(l))
      .sort();
    const rows = labels
      .map((label) => ({
        label,
        line: hexLine(board, scene, label),
        pieces: piecesIn(scene, label).reverse().map(pieceLine),
        may: may.get(label) ?? [],
      }))
      .filter((r) => !wanted || `${r.line} ${r.pieces.join(" ")}`.toLowerCase().includes(wanted))
      .slice(0, 1500);
    put(
      this.list,
      rows.map((r) =>
        h(
          "li",
          null,
          h("button", { class: "row", onclick: () => this.go(r.label) }, h("strong", null, r.line)),
          r.pieces.length
            ? h(
                "ul",
                null,
                r.pieces.map((p) => h("li", null, p)),
              )
            : null,
          r.may.length
            ? h("p", { class: "may" }, `You may: ${r.may.slice(0, 6).join("; ")}${r.may.length > 6 ? " …" : ""}`)
            : null,
        ),
      ),
    );
  }
}
