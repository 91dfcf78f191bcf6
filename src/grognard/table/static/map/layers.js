// What can be shown on the map about the hex or unit last pointed at, for those who do not use keys.

import { Icon } from "../common/icons.js";
import { h } from "../vendor/preact/preact.js";
import { signal } from "../vendor/preact/signals.js";

/** @typedef {import("../match/game.js").Game} Game */

export class Layers {
  open = signal(false);

  /** Whether it was open. */
  close() {
    const was = this.open.value;
    this.open.value = false;
    return was;
  }

  focus() {
    this.open.value = true;
    queueMicrotask(() => /** @type {HTMLElement | null} */ (document.querySelector(".layers button"))?.focus());
  }
}

/** @param {{game: Game}} props */
export function LayersMenu({ game }) {
  const { layers, overlays, overlayKeys } = game;
  const words = "Show on the map (v)";
  const show = (/** @type {string} */ name) => {
    layers.close();
    overlays.show(name);
  };
  return h(
    "details",
    {
      class: "layers",
      hidden: !overlayKeys.size,
      open: layers.open.value,
      onToggle: (/** @type {any} */ event) => {
        layers.open.value = event.currentTarget.open;
      },
    },
    h("summary", { "aria-label": words, title: words }, h(Icon, { name: "layers" })),
    h(
      "div",
      { class: "items", role: "group", "aria-label": "Show on the map" },
      h("p", null, "For the hex or unit you pointed at last:"),
      [...overlayKeys].map(([key, info]) =>
        h(
          "button",
          { key, class: "plain", onClick: () => show(info.key) },
          h("kbd", { "aria-hidden": "true" }, key),
          " ",
          info.name,
        ),
      ),
    ),
  );
}
