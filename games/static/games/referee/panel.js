// What a referee may do beside die and pawn: on a phone a sheet over the keys, while it is wanted.

import { desk } from "./session.js";

const folded = () => desk.querySelector(".more");

export function openPanel() {
  folded().open = true;
  desk.querySelector("[data-less]")?.focus({ preventScroll: true });
}

// Unfold what is told to an address.
/** @param {string} path */
export function openAct(path) {
  openPanel();
  desk.querySelector(`details.act:has(> form[data-send="${path}"])`)?.setAttribute("open", "");
}

export function closePanel() {
  folded().open = false;
  desk.querySelector(".more-key")?.focus({ preventScroll: true });
}
