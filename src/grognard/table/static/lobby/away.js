// For those who look elsewhere while others move: the tab, a notification, a web address to call.

import { ask, Refused } from "../common/api.js";
import { h, put, speak, toast } from "../common/dom.js";

/** @typedef {import("../match/match.js").MatchView} MatchView */
/** @typedef {import("../types.js").Now} Now */
/** @typedef {import("../types.js").Hook} Hook */

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

/** After every news: the tab, and a notification if nobody looks. @param {MatchView} view @param {Now | null} was @param {Now} now */
export function announce(view, was, now) {
  const mine = awaits(now, view.seat);
  badge(now.scene.title ?? "Grognard", mine);
  if (!was || !mine || awaits(was, view.seat)) return;
  const words = now.request ? "You are asked to go back" : "It is your turn";
  if (!now.request) speak(`${words}.`);
  if (document.hidden && allowed())
    new Notification(words, { body: now.request?.sentence ?? now.prompt, tag: view.id });
}

function allowed() {
  return "Notification" in window && Notification.permission === "granted";
}

/** How one wants to be told. @param {MatchView} view */
export async function tellMe(view) {
  const path = `${view.table.base}/webhook`;
  const { token } = view.table;
  /** @type {Hook} */
  const hook = view.seat ? await ask(path, { token }) : { offered: false, hosts: [], url: "" };
  const box = h("section", { class: "tell" });
  view.dialog(
    "Tell me when it is my turn",
    h("p", null, "While the page is open, its tab has a mark when it is your turn."),
    h("section", { class: "tell" }, notification()),
    box,
  );
  if (hook.offered) showHook(box, path, token, hook);
}

function notification() {
  const state = h("p", { role: "status" });
  const button = h(
    "button",
    {
      onclick: async () => {
        await Notification.requestPermission();
        draw();
      },
    },
    "Allow notifications",
  );
  const draw = () => {
    const known = "Notification" in window ? Notification.permission : "none";
    state.textContent =
      /** @type {Record<string, string>} */ ({
        granted: "The browser will notify you when the page is out of sight.",
        denied: "The browser does not allow notifications here; its settings can.",
        default: "The browser can notify you when the page is out of sight.",
      })[known] ?? "This browser has no notifications.";
    button.hidden = known !== "default";
  };
  draw();
  return [h("h3", null, "Notification"), state, button];
}

/** @param {HTMLElement} box @param {string} path @param {string} token @param {Hook} hook */
function showHook(box, path, token, hook) {
  const url = h("input", {
    type: "url",
    value: hook.url,
    required: true,
    maxlength: 500,
    placeholder: `https://${hook.hosts[0]}/…`,
    "aria-label": "Web address to call",
    autocomplete: "off",
  });
  const change = async (/** @type {any} */ how, /** @type {string} */ words) => {
    try {
      showHook(box, path, token, await ask(path, { token, ...how }));
      toast(words, { stay: 4000 });
    } catch (error) {
      problem.textContent =
        error instanceof Refused
          ? `${error.message[0].toUpperCase()}${error.message.slice(1)}.`
          : "The server does not answer.";
    }
  };
  const problem = h("p", { class: "problem", role: "alert" });
  const form = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        change({ body: { url: url.value } }, "It will be called once for each turn of yours.");
      },
    },
    url,
    h("button", { class: "main", type: "submit" }, "Save"),
    hook.url
      ? h(
          "button",
          { type: "button", onclick: () => change({ method: "DELETE" }, "It will not be called any more.") },
          "Remove",
        )
      : null,
  );
  put(
    box,
    h("h3", null, "Web address"),
    h(
      "p",
      null,
      `Called with a short message when your turn comes and nobody looks at the page. This table calls ${hook.hosts.join(", ")}.`,
    ),
    form,
    problem,
  );
}
