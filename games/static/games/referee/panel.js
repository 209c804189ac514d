// What a referee may do beside die and pawn: on a phone a sheet over the keys, while it is wanted.

import { desk } from "./session.js";

const folded = () => desk.querySelector(".more");

export function openPanel() {
  folded().open = true;
  desk.querySelector("[data-less]")?.focus({ preventScroll: true });
}

export function closePanel() {
  folded().open = false;
  desk.querySelector(".more-key")?.focus({ preventScroll: true });
}
