// Light, dark, or as the system has it.

import { h } from "../vendor/preact/preact.js";
import { signal } from "../vendor/preact/signals.js";
import { setTaste, taste } from "./mine.js";

const ORDER = ["auto", "light", "dark"];
const theme = signal(taste("theme", "auto"));

/** Puts the colours chosen before in force. */
export function dress() {
  document.documentElement.dataset.theme = theme.value;
}

function another() {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length];
  setTaste("theme", theme.value);
  dress();
}

export function ThemeButton() {
  return h("button", { class: "plain", onClick: another }, `Colours: ${theme.value}`);
}
