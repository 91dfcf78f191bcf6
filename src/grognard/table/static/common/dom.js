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

/** A line for the screen reader. @param {string} words */
export function speak(words) {
  const live = document.getElementById("spoken");
  if (live) live.textContent = words;
}

/**
 * A message that goes away by itself; an alert stays longer.
 * @param {any[] | string} words @param {{kind?: string, stay?: number}} [how]
 */
export function toast(words, how = {}) {
  const region = /** @type {Element} */ (document.getElementById("toasts"));
  const gone = () => note.remove();
  const note = h(
    "div",
    { class: `toast ${how.kind ?? ""}`, role: how.kind ? "alert" : "status" },
    h("div", { class: "words" }, ...(Array.isArray(words) ? words : [words])),
    h("button", { class: "plain", "aria-label": "Close the message", onclick: gone }, "×"),
  );
  while (region.childElementCount >= 3) region.firstElementChild?.remove();
  region.append(note);
  let timer = setTimeout(gone, how.stay ?? 9000);
  note.addEventListener("pointerenter", () => clearTimeout(timer));
  note.addEventListener("pointerleave", () => {
    timer = setTimeout(gone, 4000);
  });
  return note;
}

/** Closes all messages; whether there were any. */
export function hush() {
  const region = /** @type {Element} */ (document.getElementById("toasts"));
  const any = region.childElementCount > 0;
  region.replaceChildren();
  return any;
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

/** Text into the clipboard, or into a box to copy from. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`, { stay: 2500 });
  } catch {
    const area = h("textarea", { readonly: true, "aria-label": what, rows: 4 });
    area.value = text;
    toast([`Copy ${what.toLowerCase()}: `, area], { stay: 60000 });
    area.select();
  }
}

/** @type {Record<string, string>} */
export const ICONS = {
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

/** A drawn sign for a button; fonts have too few. @param {string} name */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" },
    s("path", {
      d: ICONS[name],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}
