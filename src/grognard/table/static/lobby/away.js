// For those who look elsewhere while others move: the tab, a notification, a web address to call.

import { ask, Refused } from "../common/api.js";
import { speak, toast } from "../common/toasts.js";
import { capital } from "../common/words.js";
import { dialog } from "../match/dialogs.js";
import { useRef, useState } from "../vendor/preact/hooks.js";
import { h } from "../vendor/preact/preact.js";

/** @typedef {import("../match/game.js").Game} Game */
/** @typedef {import("../types.js").Now} Now */
/** @typedef {import("../types.js").Hook} Hook */

/** @type {Record<string, string>} */
const ALLOWED = {
  granted: "The browser will notify you when the page is out of sight.",
  denied: "The browser does not allow notifications here; its settings can.",
  default: "The browser can notify you when the page is out of sight.",
};

/** Whether it is for this seat to do something: to decide, or to answer. @param {Now | null} now @param {string} seat */
export function awaits(now, seat) {
  if (!now || !seat || now.over) return false;
  return now.request ? now.request.pending.includes(seat) : now.deciders.includes(seat);
}

/** The tab says whose turn it is. @param {string} title @param {boolean} mine */
export function badge(title, mine) {
  document.title = `${mine ? "● Your turn · " : ""}${title}`;
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = mine ? "/static/icon-turn.svg" : "/static/icon.svg";
  if (link && link.getAttribute("href") !== wanted) link.setAttribute("href", wanted);
}

/** After every news: the tab, and a notification if nobody looks. @param {string} match @param {string} seat @param {Now | null} was @param {Now} now */
export function announce(match, seat, was, now) {
  const mine = awaits(now, seat);
  badge(now.scene.title ?? "Grognard", mine);
  if (!was || !mine || awaits(was, seat)) return;
  const words = now.request ? "You are asked to go back" : "It is your turn";
  if (!now.request) speak(`${words}.`);
  if (document.hidden && permission() === "granted")
    new Notification(words, { body: now.request?.sentence ?? now.prompt, tag: match });
}

function permission() {
  return "Notification" in window ? Notification.permission : "none";
}

/** How one wants to be told. @param {Game} game */
export async function tellMe({ told, deeds }) {
  const path = `${told.table.base}/webhook`,
    { token } = told.table;
  try {
    /** @type {Hook} */
    const hook = told.seat.value ? await ask(path, { token }) : { offered: false, hosts: [], url: "" };
    dialog("Tell me when it is my turn", () => [
      h("p", null, "While the page is open, its tab has a mark when it is your turn."),
      h("section", { class: "tell" }, h(ByBrowser, null)),
      hook.offered ? h("section", { class: "tell" }, h(ByAddress, { path, token, first: hook })) : null,
    ]);
  } catch (error) {
    await deeds.failed(error);
  }
}

function ByBrowser() {
  const [known, setKnown] = useState(permission());
  const request = async () => {
    await Notification.requestPermission();
    setKnown(permission());
  };
  return [
    h("h3", null, "Notification"),
    h("p", { role: "status" }, ALLOWED[known] ?? "This browser has no notifications."),
    h("button", { hidden: known !== "default", onClick: request }, "Allow notifications"),
  ];
}

/** @param {{path: string, token: string, first: Hook}} props */
function ByAddress({ path, token, first }) {
  const [hook, setHook] = useState(first);
  const [problem, setProblem] = useState("");
  const url = useRef(/** @type {HTMLInputElement | null} */ (null));
  const change = async (/** @type {any} */ how, /** @type {string} */ words) => {
    try {
      setHook(await ask(path, { token, ...how }));
      setProblem("");
      toast(words, { stay: 4000 });
    } catch (error) {
      setProblem(error instanceof Refused ? `${capital(error.message)}.` : "The server does not answer.");
    }
  };
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    change({ body: { url: url.current?.value } }, "It will be called once for each turn of yours.");
  };
  const remove = () => change({ method: "DELETE" }, "It will not be called any more.");
  return [
    h("h3", null, "Web address"),
    h(
      "p",
      null,
      `Called with a short message when your turn comes and nobody looks at the page. This table calls ${hook.hosts.join(", ")}.`,
    ),
    h(
      "form",
      { onSubmit: save },
      h("input", {
        type: "url",
        key: hook.url,
        ref: url,
        defaultValue: hook.url,
        required: true,
        maxlength: 500,
        placeholder: `https://${hook.hosts[0]}/…`,
        "aria-label": "Web address to call",
        autocomplete: "off",
      }),
      h("button", { class: "main", type: "submit" }, "Save"),
      hook.url ? h("button", { type: "button", onClick: remove }, "Remove") : null,
    ),
    h("p", { class: "problem", role: "alert" }, problem),
  ];
}
