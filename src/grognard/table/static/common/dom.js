// Elements without markup: every text goes in as text.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Properties starting with "on" are listeners, the rest attributes;
 * false, null and undefined leave one out.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...any} inside
 * @returns {any}
 */
export function h(tag, props, ...inside) {
  return fill(document.createElement(tag), props, inside);
}

/**
 * An SVG element.
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...any} inside
 * @returns {any}
 */
export function s(tag, props, ...inside) {
  return fill(document.createElementNS(SVG, tag), props, inside);
}

/** @param {Element} el @param {Record<string, any> | null | undefined} props @param {any[]} inside */
function fill(el, props, inside) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (value === true) el.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) el.setAttribute(name, String(value));
  }
  el.append(...kept(inside));
  return el;
}

/** @param {any[]} inside @returns {(Node | string)[]} */
function kept(inside) {
  return inside
    .flat(3)
    .filter((x) => x !== false && x !== null && x !== undefined)
    .map((x) => (x instanceof Node ? x : String(x)));
}

/** Puts these in place of all that an element holds. @param {Element} el @param {...any} inside */
export function put(el, ...inside) {
  el.replaceChildren(...kept(inside));
}

/** An SVG picture of our own server as a live element. @param {string} text @returns {SVGSVGElement} */
export function picture(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") throw new Error("that is no picture");
  return /** @type {any} */ (document.importNode(root, true));
}

/** How a seat is called. @param {string | null | undefined} seat */
export function seatName(seat) {
  if (!seat) return "Onlooker";
  return seat.length <= 3 ? seat.toUpperCase() : seat[0].toUpperCase() + seat.slice(1).replaceAll("_", " ");
}

/** A list in words. @param {string[]} names */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
