// The referee's page. What is thrown and moved is recorded on the phone (sync.js) and drawn at once (controls.js),
// with or without a connection; forms, and what others record, come from the site (games/desk.html).

import { preview, tapBoard } from "./board-editor.js";
import { fetchDesk, guardForms, noteEvent, isBehind, refresh, openOffline, placeSettings, updateReach, showConflict } from "./desk.js";
import * as feedback from "./feedback.js";
import { choosePawn, concerns, fillIn, order, throwsNext } from "./forms.js";
import { onReachChange } from "./http.js";
import { describeBoard, say } from "./i18n.js";
import { listen } from "./keyboard.js";
import { isKeptHere } from "./kinds.js";
import { follow } from "./live.js";
import { announce, complain, lastInWords, tell } from "./messages.js";
import { openOutbox } from "./outbox.js";
import { api, carried, controls, desk, inTurn, session } from "./session.js";
import { claimTab } from "./single-tab.js";
import { showDropped, showStatus } from "./status.js";
import { closePanel, openPanel } from "./panel.js";
import { send, tapClock } from "./submit.js";
import { Recording } from "./sync.js";
import { explainPawn, giveReasons, move, otherDie, roll, tapFurniture, tapPawn, throwDie } from "./throws.js";
import { isEcho, isTooSoon } from "./touch.js";

let persisted; // whether the browser has been asked not to clear away what waits

// Whatever has changed in the recording; `what` says how.
function changed(what) {
  if (what === "entry") {
    controls.draw(session.recording.now);
    announce(lastInWords());
    feedback.entered();
    remindOfClock(session.recording.now);
  } else if (what === "same") {
    announce(say("same"));
    complain(say("same"));
    showDropped(session.recording);
  } else if (what === "conflict") {
    controls.draw(session.recording.now);
    showConflict();
    feedback.trouble();
  } else if (what === "sent" && !document.getElementById("conflict").hidden) {
    controls.draw(session.recording.now);
    showConflict();
  }
  // The browser is asked not to clear away what waits, once there is reason to.
  if (what === "waiting") persisted ??= navigator.storage?.persist?.();
  showStatus(session.recording);
  guardForms();
  if (what === "behind" || (what === "sent" && isBehind())) refresh();
}

// Throws while the clock is paused are not timed: whoever has forgotten it is told.
function remindOfClock({ clock, steps }) {
  const isPaused = clock.played_ms !== undefined && !clock.since && !clock.limit_reached;
  if (isPaused && steps[0]?.colour) tell(say("clock stands"), [say("go on"), tapClock]);
}

// --- fingers and keys ----------------------------------------------------------------------------------

const BOUNCES = "[data-die], [data-roll], [data-move], .desk-board, .backwards button";

desk.addEventListener("click", (event) => {
  const { target } = event;
  if (target.closest(BOUNCES) && isEcho(event)) return event.preventDefault();
  const key = target.closest("[data-die]");
  const offer = target.closest("[data-move]");
  const pawn = target.closest(".board-pawn");
  const lies = target.closest("[data-shift][data-at]");
  if ((offer || pawn || lies) && isTooSoon(event)) return;
  if (target.closest("[data-roll]")) roll();
  else if (target.closest("[data-undo-die]")) otherDie();
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
});

desk.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!("shift" in event.target.dataset)) send(event.target, event.submitter);
});

desk.addEventListener("input", ({ target }) => {
  session.touched ||= !target.closest("[data-shift]");
  if (target.form) target.form.dataset.entry = "";
});
desk.addEventListener("change", ({ target }) => {
  const group = target.closest("[data-order]");
  if (group) order(group, target);
  if (target.closest("[data-pawns]") && target.dataset.field) controls.choose(target);
  if (target.dataset.next !== undefined) throwsNext(target.form, target.dataset);
  if (target.dataset.about !== undefined) concerns(target.form, target.dataset);
  if (target.matches("[data-draft], [data-asked]")) preview(target.form);
});
// "toggle" does not bubble.
desk.addEventListener("toggle", ({ target }) => unfolded(target), true);

function unfolded(details) {
  const form = details.querySelector(":scope > form");
  if (details.open && details.matches(".act")) details.scrollIntoView({ block: "nearest" });
  if (!details.open) session.touched = false;
  else if (details.matches(".more")) {
    guardForms();
    if (isBehind()) refresh();
  } else if (details.matches(".reasons")) giveReasons(details.querySelector("ul"));
  else if (form && !isKeptHere(form.dataset.send)) {
    refresh(); // so that it is known whether there is a connection
    if (form.dataset.preview) preview(form);
  }
}

// A letter chooses among the moves offered; while there are none it reads out.
const READ_OUT = {
  t: () => lastInWords(),
  b: () => describeBoard(session.recording.now.play, session.recording.now.colours).join(". "),
  l: () => session.recording.now.steps.slice(0, 5).map((step) => step.text).join(". "),
};

function letter(pressed) {
  inTurn(async () => {
    const offer = controls.buttons()[pressed.charCodeAt(0) - 97];
    if (offer) await session.recording.add("throws/", { die: controls.die, move: offer.dataset.move || null });
    else if (controls.die === null && READ_OUT[pressed] && session.recording.now.play) announce(READ_OUT[pressed]());
  });
}

listen({
  face: throwDie,
  letter,
  step: (by) => {
    const buttons = controls.buttons();
    const at = buttons.indexOf(document.activeElement);
    if (!buttons.length) return false;
    buttons[(at + by + buttons.length) % buttons.length].focus();
  },
  takeBack: () => desk.querySelector("[data-take-back]:not([hidden])")?.requestSubmit(),
  otherDie: () => (controls.die === null ? desk.querySelector(".more").open && closePanel() : otherDie()),
});

// --- opening -------------------------------------------------------------------------------------------

// From now on nothing is kept, sent or drawn in this window.
function giveWay() {
  session.isHere = false;
  session.recording?.stop();
  desk.inert = true;
  document.getElementById("waiting").hidden = true;
  document.getElementById("elsewhere").hidden = false;
}

async function open() {
  document.querySelector("#elsewhere button").addEventListener("click", () => location.reload());
  await claimTab(desk.dataset.game, giveWay);
  const queue = await openOutbox(desk.dataset.game);
  const site = carried(desk);
  const fetchSite = async () => (await fetchDesk(false)).site;
  session.recording = await Recording.open({ queue, api, site, changed, fetchSite });
  if (!session.isHere) return session.recording.stop();
  placeSettings();
  controls.take(session.recording.now, site.clock);
  showConflict();
  feedback.settings(document.querySelector(".senses"));
  showStatus(session.recording);
  session.recording.send();
  addEventListener("online", () => Promise.all([session.recording.send(), refresh()]));
  onReachChange(updateReach);
  updateReach();
  follow(`${api}events/`, () => session.recording.base.number, noteEvent);
  if (isBehind() || !navigator.onLine) refresh();
  document.documentElement.dataset.ready = "yes";
  const notes = [queue.isKept ? "" : say("not kept"), await openOffline()];
  document.getElementById("keeping").textContent = notes.filter(Boolean).join(" ");
}

inTurn(open);
