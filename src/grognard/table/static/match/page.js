// The page of a match: the bar, the prompt, the map with what lies over it, the cards, the drawer.

import { IconButton } from "../common/icons.js";
import { LayersMenu } from "../map/layers.js";
import { TrayPanel } from "../map/tray.js";
import { useLayoutEffect, useRef } from "../vendor/preact/hooks.js";
import { h } from "../vendor/preact/preact.js";
import { OddsPanel } from "./acting/oddspanel.js";
import { Prompt } from "./acting/prompt.js";
import { Asked } from "./acting/rewind.js";
import { DrawerPanel } from "./beside/drawer.js";
import { HandsPanel } from "./beside/hands.js";
import { Menu } from "./menu.js";
import { DrawnPanel } from "./showing/drawn.js";
import { Legend } from "./showing/overlays.js";
import { ReplayBar } from "./showing/replay.js";
import { RolledPanel } from "./showing/rolled.js";

/** @typedef {import("./game.js").Game} Game */

const NET = { live: "Live", waiting: "Reconnecting …", closed: "Closed", "": "Connecting …" };

/** @param {{game: Game}} props */
export function Page({ game }) {
  return [
    h(Bar, { game }),
    h(
      "main",
      { class: "match" },
      h("div", { class: "top" }, h(Asked, { game }), h(Prompt, { game })),
      h(Field, { game }),
      h(HandsPanel, { game }),
      h(DrawerPanel, { game }),
      h(TrayPanel, { game }),
    ),
  ];
}

/** @param {{game: Game}} props */
function Bar({ game }) {
  const { scene, connection } = game.told;
  return h(
    "header",
    { class: "bar match-bar" },
    h(
      "a",
      { href: "#/lobby", class: "home", "aria-label": "To the lobby" },
      h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }),
    ),
    h("h1", null, scene.value.title ?? ""),
    h("p", { class: "turn" }, scene.value.turn ?? ""),
    h("span", { class: `badge net ${connection.value}`, role: "status" }, NET[connection.value]),
    h(Menu, { game }),
  );
}

/** The map itself is no component: it keeps its nodes, and is given its place first. @param {{game: Game}} props */
function Field({ game }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => place.current?.prepend(game.board.host), []);
  return h(
    "div",
    { class: "field", ref: place },
    h(Tools, { game }),
    h(Corner, { game }),
    h(Legend, { game }),
    h(DrawnPanel, { drawn: game.drawn }),
    h(RolledPanel, { rolled: game.rolled, sentences: game.sentences }),
    h(OddsPanel, { game }),
    h(ReplayBar, { game }),
    h(Status, { game }),
  );
}

/** @param {{game: Game}} props */
function Status({ game }) {
  return h("p", { class: "status" }, game.pointer.status.value);
}

/** @param {{game: Game}} props */
function Corner({ game }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => place.current?.append(game.minimap.canvas), []);
  return h("div", { class: "corner", ref: place });
}

/** @param {{game: Game}} props */
function Tools({ game }) {
  const { board, told, offers, pointer, deeds, odds, rewind } = game;
  const nobody = !offers.lit.value.length,
    fixed = !told.shown.value.can_undo;
  const zoom = (/** @type {number} */ by) => () => board.zoomBy(by);
  return h(
    "div",
    { class: "tools-map", role: "group", "aria-label": "Map" },
    h(IconButton, { name: "plus", words: "Zoom in (+)", act: zoom(1.4) }),
    h(IconButton, { name: "minus", words: "Zoom out (−)", act: zoom(1 / 1.4) }),
    h(IconButton, { name: "whole", words: "Whole map (0)", act: () => board.fit() }),
    h(IconButton, {
      name: "next",
      words: "Next unit not yet moved (n)",
      act: () => pointer.next(1),
      disabled: nobody,
    }),
    h(IconButton, { name: "undo", words: "Undo (u)", act: () => deeds.undo(), disabled: fixed }),
    h(IconButton, {
      name: "ask",
      words: "Ask to go back (U)",
      act: () => rewind.choose(),
      hidden: !rewind.offered.value,
    }),
    h(IconButton, { name: "threat", words: "What could the other side do here? (a)", act: () => odds.threats() }),
    h(LayersMenu, { game }),
  );
}
