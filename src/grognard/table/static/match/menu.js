// The menu at the head of the page: the past, links, the record, and how one likes it.

import { Icon } from "../common/icons.js";
import { ThemeButton } from "../common/theme.js";
import { tellMe } from "../lobby/away.js";
import { useRef } from "../vendor/preact/hooks.js";
import { h } from "../vendor/preact/preact.js";
import { keyHelp } from "./acting/keys.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {{game: Game}} props */
export function Menu({ game }) {
  const { replay, looks, notes } = game;
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const item = (/** @type {string} */ words, /** @type {() => void} */ act) => {
    const press = () => {
      if (menu.current) menu.current.open = false;
      act();
    };
    return h("button", { class: "plain", onClick: press }, words);
  };
  return h(
    "details",
    { class: "menu", ref: menu },
    h("summary", { "aria-label": "Menu" }, h(Icon, { name: "menu" })),
    h(
      "div",
      { class: "items" },
      item("Replay", () => replay.begin(0)),
      item("Links to share", () => game.share()),
      item("Download the record", () => game.download()),
      item("Tell me when it is my turn", () => tellMe(game)),
      item(`${looks.front.value ? "Hide" : "Show"} front and control`, () => looks.toggleFront()),
      item(`${looks.asks.value ? "Do not ask" : "Ask"} before something is passed up`, () => looks.toggleAsks()),
      item("Notes for a first game", () => notes.again()),
      item("Keys and help", () => keyHelp(game)),
      h(ThemeButton, null),
    ),
  );
}
