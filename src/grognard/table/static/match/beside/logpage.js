// The log as it is read: filters, headings, lines with their dice, and arithmetic folded under them.

import { Die } from "../../common/dice.js";
import { seatName } from "../../common/dom.js";
import { copy } from "../../common/toasts.js";
import { useLayoutEffect, useRef } from "../../vendor/preact/hooks.js";
import { h } from "../../vendor/preact/preact.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("./log.js").Part} Part */
/** @typedef {import("../../vendor/preact/signals.js").Signal<string>} Choice */

const NEAR_END = 60; // pixels

/** @param {{game: Game}} props */
export function LogPage({ game }) {
  const { log } = game;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEndInSight(place, game);
  const parts = log.parts.value;
  const asks = game.rewind.open.value && !game.told.now.value.request;
  return h(
    "div",
    { class: "log", ref: place },
    h(Filters, { game }),
    h(
      "ol",
      { class: "lines", "aria-label": "Log" },
      parts.length
        ? parts.map((part) => h(Line, { ...part, id: part.key, game, fresh: log.isFresh(part), asks }))
        : h("li", { class: "none" }, "Nothing yet."),
    ),
  );
}

/** Keeps the end in sight, if it was when the reader last scrolled; or shows where what is new begins. @param {{current: HTMLElement | null}} place @param {Game} game */
function useEndInSight(place, game) {
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const page = place.current?.parentElement;
    const scrolled = () => {
      if (page?.clientHeight) atEnd.current = page.scrollTop + page.clientHeight > page.scrollHeight - NEAR_END;
    };
    page?.addEventListener("scroll", scrolled);
    return () => page?.removeEventListener("scroll", scrolled);
  }, []);
  useLayoutEffect(() => {
    const page = place.current?.parentElement;
    if (page && atEnd.current) page.scrollTop = page.scrollHeight;
    if (game.log.unread && game.drawer.now.value === "log") seekFresh(game);
  });
}

/** To the first line of what is marked. @param {Game} game */
export function seekFresh(game) {
  const list = document.querySelector(".log .lines"),
    page = list?.closest(".page"),
    first = list?.querySelector(".fresh");
  if (!list || !page?.clientHeight || !first) return;
  game.log.unread = false;
  const tools = /** @type {HTMLElement} */ (list.previousElementSibling).offsetHeight;
  page.scrollTop += first.getBoundingClientRect().top - page.getBoundingClientRect().top - tools - 4;
}

/** @param {{game: Game}} props */
function Filters({ game: { log } }) {
  const sides = log.notices.value.map((notice) => notice.side);
  const kinds = log.notices.value.filter((notice) => !notice.heading).map((notice) => notice.kind);
  return h(
    "div",
    { class: "tools" },
    h("input", {
      type: "search",
      placeholder: "Hex, unit or word",
      "aria-label": "Filter the log",
      value: log.wanted.value,
      onInput: (/** @type {any} */ event) => {
        log.wanted.value = event.currentTarget.value;
      },
    }),
    h(Choose, { label: "Whose acts", all: "Both sides", choice: log.side, words: known(sides) }),
    h(Choose, { label: "What kind of act", all: "All acts", choice: log.kind, words: known(kinds) }),
    h("button", { class: "small", title: "The log as text", onClick: () => copy(log.text(), "Log") }, "Copy"),
  );
}

/** @param {(string | undefined)[]} words */
function known(words) {
  return [...new Set(words)].filter(Boolean).sort().join("\n");
}

/** @param {{label: string, all: string, choice: Choice, words: string}} props `words` a line each */
function Choose({ label, all, choice, words }) {
  const choose = (/** @type {any} */ event) => {
    choice.value = event.currentTarget.value;
  };
  return h(
    "select",
    { "aria-label": label, value: choice.value, onChange: choose },
    h("option", { value: "" }, all),
    words.split("\n").map((word) => (word ? h("option", { key: word, value: word }, seatName(word)) : null)),
  );
}

/** @param {Part & {game: Game, id: string, fresh: boolean, asks: boolean}} props */
function Line({ game, id, row, line, notice, heading, ...more }) {
  const fresh = more.fresh ? "fresh" : "";
  if (heading === "why") return h("li", { class: "why" }, game.sentences.words(line));
  if (heading) {
    const visit = () => game.replay.begin(row.n + 1);
    const words = h("button", { class: "link", title: "See the map as it was here", onClick: visit }, line);
    return h("li", { class: `head ${heading} ${fresh}` }, words);
  }
  const aside = row.aside === "ask" || row.aside === "answer" ? "aside" : "";
  const colour = game.sentences.colours.get(notice.side ?? "") ?? "transparent";
  return h(
    "li",
    { class: `act ${aside} ${fresh}`, style: { borderLeftColor: colour } },
    (notice.dice ?? []).map((face) => h(Die, { face, sides: notice.sides })),
    game.sentences.words(notice.brief || line),
    notice.detail?.length ? h(Folded, { game, notice, id }) : null,
    more.asks && row.deed !== false ? h(Back, { game, n: row.n }) : null,
  );
}

/** Arithmetic and reasons are folded under the line. @param {{game: Game, notice: import("../../types.js").Notice, id: string}} props */
function Folded({ game, notice, id }) {
  const { log, board, camera } = game;
  const open = log.unfolded.value.has(id);
  const fold = () => board.mark(log.fold(id) ? camera.hexesOf(notice.lights ?? []) : []);
  return [
    " ",
    h(
      "button",
      {
        class: "link how",
        "aria-expanded": String(open),
        "aria-label": "How it came about",
        title: "How it came about",
        onClick: fold,
      },
      "…",
    ),
    h(
      "div",
      { class: "sums", hidden: !open },
      (notice.detail ?? []).map((part) => h("p", null, game.sentences.words(part))),
    ),
  ];
}

/** For the pointer; by keys the moment is chosen from a list. @param {{game: Game, n: number}} props */
function Back({ game, n }) {
  return h(
    "button",
    {
      class: "link back",
      tabindex: -1,
      title: "Ask to go back to before this",
      "aria-label": `Ask to go back to before entry ${n}`,
      onClick: () => game.rewind.ask(n),
    },
    "↶",
  );
}
