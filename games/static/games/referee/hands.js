// Fingers and keys: what is tapped, typed, chosen and unfolded on the page.

import { preview, tapBoard } from "./board-editor.js";
import { TOLD } from "./controls.js";
import { choosePawn, concerns, fillIn, showPlaces, tapPlace, throwsNext } from "./forms.js";
import { describeBoard } from "./i18n.js";
import { listen } from "./keyboard.js";
import { announce, lastInWords } from "./messages.js";
import { closePanel, openPanel } from "./panel.js";
import { throwForStart, unthrow } from "./roll-off.js";
import { controls, desk, inTurn, session } from "./session.js";
import { send } from "./submit.js";
import { explainPawn, giveReasons, move, otherDie, roll, tapFurniture, tapPawn, throwDie } from "./throws.js";
import { tapClock } from "./timekeeping.js";
import { isEcho, isTooSoon } from "./touch.js";

const BOUNCES = "[data-die], [data-throw], [data-roll], [data-move], .desk-board, .backwards form button";

// `unfolded` is told of what has been unfolded that depends on where the page is.
/** @param {(details: HTMLDetailsElement) => void} unfolded */
export function listenToHands(unfolded) {
  desk.addEventListener("click", tapped);
  desk.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!("shift" in event.target.dataset)) send(event.target, event.submitter);
  });
  desk.addEventListener("input", ({ target }) => {
    session.touched ||= !target.closest("[data-shift]");
    if (target.form) target.form.dataset.entry = "";
  });
  desk.addEventListener("change", ({ target }) => chosen(target));
  desk.addEventListener("reset", ({ target }) => {
    for (const group of target.querySelectorAll("[data-order]")) showPlaces(group, []);
  });
  // "toggle" does not bubble.
  desk.addEventListener("toggle", ({ target }) => toggled(target, unfolded), true);
  listen(KEYS);
}

function tapped(event) {
  const { target } = event;
  if (target.closest(BOUNCES) && isEcho(event)) return event.preventDefault();
  const key = target.closest("[data-die]");
  const offer = target.closest("[data-move]");
  const pawn = target.closest(".board-pawn");
  const lies = target.closest("[data-shift][data-at]");
  if ((offer || pawn || lies) && isTooSoon(event)) return;
  if (target.closest("[data-roll]")) roll();
  else if (target.closest("[data-undo-die]")) otherDie();
  else if (target.closest("[data-throw]")) throwForStart(Number(target.closest("[data-throw]").dataset.throw));
  else if (target.closest("[data-unthrow]")) unthrow();
  else if (target.closest(".preview svg")) tapBoard(target.closest("form"), target);
  else if (key) throwDie(Number(key.dataset.die));
  else if (lies) tapFurniture(lies.dataset);
  else if (offer && pawn) tapPawn(offer.dataset);
  else if (offer) move(offer.dataset.move);
  else if (pawn && !choosePawn(desk, pawn.dataset)) explainPawn(pawn.dataset);
  else if (pawn) controls.choose(desk.querySelector("[data-pawns] :checked"));
  else if (target.closest("[data-preset]")) fillIn(target.closest("[data-preset]"));
  else if (target.closest("[data-more]")) openPanel();
  else if (target.closest("[data-less]")) closePanel();
  else if (target.closest("[data-tap-clock]")) tapClock();
}

function chosen(target) {
  const group = target.closest("[data-order]");
  if (group) tapPlace(group, target);
  if (target.closest("[data-pawns]") && target.dataset.field) controls.choose(target);
  if (target.dataset.next !== undefined) throwsNext(target.form, target.dataset);
  if (target.dataset.about !== undefined) concerns(target.form, target.dataset);
  if (target.matches("[data-draft], [data-asked]")) preview(target.form);
}

function toggled(details, unfolded) {
  if (!details.open) {
    session.touched = false;
    return;
  }
  if (details.matches(".act")) details.scrollIntoView({ block: "nearest" });
  if (details.matches(".reasons")) giveReasons(details.querySelector("ul"));
  else unfolded(details);
}

// A letter chooses among the moves offered; while there are none it reads out.
const READ_OUT = {
  t: () => lastInWords(),
  b: () => describeBoard(session.recording.now.play, session.recording.now.colours).join(". "),
  l: () => session.recording.now.steps.slice(0, TOLD).map((step) => step.text).join(". "),
};

function letter(pressed) {
  inTurn(async () => {
    const offer = controls.buttons()[pressed.charCodeAt(0) - 97];
    if (offer) await session.recording.add("throws/", { die: controls.die, move: offer.dataset.move || null });
    else if (controls.die === null && READ_OUT[pressed] && session.recording.now.play) announce(READ_OUT[pressed]());
  });
}

const KEYS = {
  face: (die) => throwForStart(die) || throwDie(die),
  letter,
  step: (by) => {
    const buttons = controls.buttons();
    if (!buttons.length) return false;
    // The first has the focus, or is about to have it.
    const at = Math.max(0, buttons.indexOf(document.activeElement));
    buttons[(at + by + buttons.length) % buttons.length].focus();
  },
  takeBack: () => desk.querySelector("[data-take-back]:not([hidden])")?.requestSubmit(),
  otherDie: () => (controls.die === null ? desk.querySelector(".more").open && closePanel() : otherDie()),
};
