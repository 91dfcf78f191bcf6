// What is drawn elsewhere, in its place among components; and components where a node is wanted.

import { useLayoutEffect, useRef } from "../vendor/preact/hooks.js";
import { h, render } from "../vendor/preact/preact.js";

/** A node that was made elsewhere. @param {{node: Element}} props */
export function Mounted({ node }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => place.current?.replaceChildren(node), [node]);
  return h("span", { class: "mounted", ref: place });
}

/** Components as nodes that do not change any more. @param {import("../vendor/preact/preact.js").ComponentChildren} words @returns {Node[]} */
export function nodesOf(words) {
  const box = document.createElement("div");
  render(words, box);
  return [...box.childNodes];
}
