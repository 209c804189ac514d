// Throws for the start: a die is tapped for one colour after the other; what follows from them the site says.

import { ask } from "./http.js";
import { say } from "./i18n.js";
import { complain } from "./messages.js";
import { desk, inTurn } from "./session.js";

const place = () => /** @type {HTMLElement} */ (desk.querySelector("[data-roll-off]"));
/** @returns {HTMLElement[]} */
const throwers = () => [...place().querySelectorAll("[data-thrower]")];
const isOpen = (thrower) => !thrower.dataset.thrown;

// The next colour has thrown; whether throws for the start are asked for.
/** @param {number} die */
export function throwForStart(die) {
  if (!place()) return false;
  const thrower = throwers().find(isOpen);
  if (thrower && place().querySelector(`[data-throw="${die}"]`)) note(thrower, String(die));
  return true;
}

// The last throw was another one.
export function unthrow() {
  const last = throwers().findLast((thrower) => !isOpen(thrower));
  if (last) note(last, "");
}

/** @param {HTMLElement} thrower @param {string} die */
function note(thrower, die) {
  thrower.dataset.thrown = die;
  const face = document.getElementById("patterns").content.querySelector(`[data-face="${die}"]`);
  thrower.querySelector("output").replaceChildren(face ? face.cloneNode(true) : "");
  const next = throwers().find(isOpen);
  for (const each of throwers()) each.ariaCurrent = each === next ? "true" : null;
  place().querySelector("[data-unthrow]").hidden = !throwers().some((each) => !isOpen(each));
  for (const key of place().querySelectorAll("[data-throw]")) key.disabled = !next;
  place().querySelector(".found").replaceChildren();
  if (!next) inTurn(tellWhatFollows);
}

async function tellWhatFollows() {
  const asked = place();
  const query = new URLSearchParams(throwers().map(({ dataset }) => [dataset.thrower, dataset.thrown]));
  const answer = await ask(`${asked.dataset.rollOff}?${query}`).catch(() => null);
  if (!answer?.ok) return complain(say("needs connection"));
  complain("");
  if (asked === place() && !throwers().some(isOpen)) asked.querySelector(".found").innerHTML = await answer.text();
}
