// What can be shown on the map about the hex or unit last pointed at, for those who do not use keys.

import { h, icon } from "../common/dom.js";

/** @typedef {import("../types.js").OverlayInfo} OverlayInfo */

export class Layers {
  /** @param {Map<string, OverlayInfo>} overlays by their keys @param {(key: string) => void} show */
  constructor(overlays, show) {
    this.summary = h("summary", { "aria-label": "Show on the map (v)", title: "Show on the map (v)" }, icon("layers"));
    const item = (/** @type {string} */ key, /** @type {OverlayInfo} */ info) =>
      h(
        "button",
        {
          class: "plain",
          onclick: () => {
            this.close();
            show(info.key);
          },
        },
        h("kbd", { "aria-hidden": "true" }, key),
        " ",
        info.name,
      );
    this.el = h(
      "details",
      { class: "layers", hidden: !overlays.size },
      this.summary,
      h(
        "div",
        { class: "items", role: "group", "aria-label": "Show on the map" },
        h("p", null, "For the hex or unit you pointed at last:"),
        [...overlays].map(([key, info]) => item(key, info)),
      ),
    );
  }

  /** Whether it was open. */
  close() {
    const was = this.el.open;
    this.el.open = false;
    return was;
  }

  focus() {
    this.el.open = true;
    this.el.querySelector("button").focus();
  }
}
