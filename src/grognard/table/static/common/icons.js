// Drawn signs for buttons; fonts have too few.

import { h } from "../vendor/preact/preact.js";

/** @type {Record<string, string>} */
const LINES = {
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  whole: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  undo: "M8 4L4 8l4 4M4 8h8a4 4 0 0 1 0 8H8",
  ask: "M7 2.5L3 6.5l4 4M3 6.5h8a3.8 3.8 0 0 1 1.3 7.4c-1.2.4-1.6 1-1.6 2M10.7 18.4v.2",
  next: "M3 10h10M9 5l5 5-5 5M17 4v12",
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  start: "M4 4v12M16 4l-9 6 9 6z",
  back: "M15 4L6 10l9 6z",
  step: "M5 4l7 6-7 6zM16 4v12",
  threat: "M3 17L12 8M12 8l-1-4 4-1 2 2-1 4zM8 12l3 3",
  phase: "M3 4l6 6-6 6zM10 4l6 6-6 6zM17.5 4v12",
  menu: "M3 5h14M3 10h14M3 15h14",
  layers: "M10 3l7 4-7 4-7-4zM3 10.5l7 4 7-4M3 14l7 4 7-4",
};

/** @param {{name: string}} props */
export function Icon({ name }) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
    h("path", {
      d: LINES[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/** A button that is a sign; its words are said and shown on pointing. @param {{name: string, words: string, act: () => void, disabled?: boolean, hidden?: boolean}} props */
export function IconButton({ name, words, act, disabled, hidden }) {
  return h("button", { "aria-label": words, title: words, onClick: act, disabled, hidden }, h(Icon, { name }));
}
