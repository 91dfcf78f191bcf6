// Questions and lists over the page: one at a time, closed by Escape.

import { h, render } from "../vendor/preact/preact.js";

/** @typedef {import("../vendor/preact/preact.js").ComponentChildren} Inside */

/** @param {string} title @param {(close: () => void) => Inside} inside @param {(close: () => void) => Inside} [buttons] beside Close */
export function dialog(title, inside, buttons) {
  const box = opened("");
  const close = () => box.close();
  const ends = h("div", { class: "ends" }, buttons?.(close), h("button", { onClick: close }, "Close"));
  render([h("h2", { id: "dialog-title" }, title), inside(close), ends], box);
  const first = /** @type {HTMLElement | null} */ (box.querySelector("[autofocus]"));
  first?.focus();
}

/** One that must be answered: Escape does not close it. @param {string} title @param {string} words @param {string} answer @param {() => void} go */
export function curtain(title, words, answer, go) {
  const box = opened("curtain");
  box.addEventListener("cancel", (event) => event.preventDefault());
  const gone = () => {
    box.close();
    go();
  };
  render(
    [
      h("h2", { id: "dialog-title" }, title),
      h("p", null, words),
      h("div", { class: "ends" }, h("button", { class: "main", onClick: gone }, answer)),
    ],
    box,
  );
}

/** @param {string} kind */
function opened(kind) {
  const box = document.createElement("dialog");
  box.className = kind;
  box.setAttribute("aria-labelledby", "dialog-title");
  box.addEventListener("close", () => {
    render(null, box);
    box.remove();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** None is left open. */
export function closeDialogs() {
  for (const box of document.querySelectorAll("dialog")) {
    render(null, box);
    box.remove();
  }
}
