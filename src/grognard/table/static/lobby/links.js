// Links to give away: to be copied; one's own can be made void.

import { Table } from "../common/api.js";
import { seatName } from "../common/dom.js";
import { keep, linkTo } from "../common/mine.js";
import { copy, toast } from "../common/toasts.js";
import { h } from "../vendor/preact/preact.js";

/** @typedef {import("../common/mine.js").Mine} Mine */

/** @param {{match: Mine}} props */
export function Links({ match }) {
  const own = Object.entries(match.here),
    { onlooker } = match;
  return h(
    "ul",
    { class: "share" },
    Object.entries(match.links).map(([seat, token]) =>
      h(Row, { match, words: `${seatName(seat)}, for your friend`, token }),
    ),
    own.map(([seat, token]) =>
      h(Row, {
        match,
        words: `${seatName(seat)}, your own: for another device`,
        token,
        renew: () => renew(match, seat),
      }),
    ),
    onlooker
      ? h(Row, {
          match,
          words: "Onlookers",
          token: onlooker,
          renew: own.length ? () => renewOnlookers(match) : undefined,
        })
      : null,
  );
}

/** @param {{match: Mine, words: string, token: string, renew?: () => void}} props */
function Row({ match, words, token, renew }) {
  const value = linkTo(match.id, token);
  const select = (/** @type {any} */ event) => event.currentTarget.select();
  return h(
    "li",
    null,
    h("span", null, words),
    h("input", { readonly: true, value, "aria-label": `Link: ${words}`, onFocus: select }),
    h(
      "div",
      { class: "ends" },
      h("button", { class: "small", onClick: () => copy(value, "Link") }, "Copy"),
      renew
        ? h("button", { class: "small", title: "The old link will open nothing any more", onClick: renew }, "New link")
        : null,
    ),
  );
}

/** @param {Mine} match */
async function renewOnlookers(match) {
  try {
    const { token } = await new Table(match.id, Object.values(match.here)[0]).reissue(true);
    keep({ ...match, onlooker: token });
    toast("Onlookers have a new link; the old one is void.");
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
  }
}

/** @param {Mine} match @param {string} seat */
async function renew(match, seat) {
  try {
    const { token } = await new Table(match.id, match.here[seat]).reissue();
    keep({ ...match, here: { ...match.here, [seat]: token } });
    location.hash = `#/match/${encodeURIComponent(match.id)}/${encodeURIComponent(token)}`;
    toast("Your seat has a new link; the old one is void.");
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: "bad" });
  }
}
