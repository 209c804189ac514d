// The referee's page. What is thrown and moved is recorded on the phone (sync.js) and drawn at once (controls.js),
// with or without a connection; forms, and what others record, come from the site (games/desk.html).

import { drawSpecialFields } from "../special-fields.js";
import { LoggedOut, ask, newId, post, problem, reached, onReachChange } from "./http.js";
import { drawConflict } from "./conflict.js";
import { follow } from "./live.js";
import { choosePawn, contentOf, order } from "./forms.js";
import { preview, tapBoard } from "./board-editor.js";
import { Controls } from "./controls.js";
import { listen } from "./keyboard.js";
import { isKeptHere, needsBoard } from "./kinds.js";
import { tellOfSite } from "./offline-notice.js";
import { claimTab } from "./single-tab.js";
import { openOutbox } from "./outbox.js";
import { Recording } from "./sync.js";
import * as feedback from "./feedback.js";
import { stampAction } from "./clock.js";
import { showDropped, showStatus } from "./status.js";
import { describeBoard, say } from "./i18n.js";

// How often it is asked whether the site is there again.
const ASK_AGAIN = 10000;
const STALE = "urn:rauswurf:problem:stale";

const desk = document.getElementById("desk");
const news = document.getElementById("news");
const trouble = document.getElementById("trouble");
const { api } = desk.dataset;

const hands = new Controls(desk);
let recording;
let queue;
let isHere = true; // no other window of this browser has taken over
let busy = false; // a form is on its way
let touched = false; // a form holds what somebody has begun to write
let persisted;
let heard = 0; // the number of the last event that the stream has told of
let turn = Promise.resolve(); // what is tapped is done one after the other

const drawn = () => desk.querySelector(".desk");
const carried = (place) => JSON.parse(place.querySelector("script[type='application/json']").textContent);
const inTurn = (work) => (turn = turn.then(() => isHere && work()).catch((error) => console.warn(error)));

// What is wrong is said at the form that it is about, as long as that is there, otherwise on top.
function complain(words, form) {
  desk.querySelectorAll("form > .trouble").forEach((old) => old.remove());
  const there = words && form?.isConnected;
  if (there) {
    const place = document.createElement("p");
    place.className = "trouble";
    place.setAttribute("role", "alert");
    form.append(place);
    place.textContent = words;
  }
  trouble.textContent = there ? "" : words;
  trouble.hidden = there || !words;
  if (words) feedback.trouble();
}

// --- what is drawn ----------------------------------------------------------------------------------------

function showConflict() {
  const place = document.getElementById("conflict");
  drawConflict(place, recording);
  for (const part of desk.querySelectorAll(".hands, .backwards")) part.inert = Boolean(recording.conflict);
  if (recording.conflict) place.scrollIntoView({ block: "nearest" });
  showDropped(recording);
}

// The last entry and who throws next: for whoever listens instead of looking.
function lastInWords() {
  const { steps, play, colours, isRunning } = recording.now;
  const last = steps[0];
  const parts = [];
  if (last) parts.push(last.colour ? `${recording.now.colour(last.colour).name} ${last.die}: ${last.text}.` : `${last.text}.`);
  if (!play) return parts.join(" ");
  const colour = colours.find((each) => each.key === play.thrower?.colour);
  if (isRunning && colour) parts.push(say("to throw", { colour: colour.name, player: colour.player }));
  else if (play.over) parts.push(hands.outcome());
  return parts.join(" ");
}

// Whatever has changed in the recording; `what` says how.
function changed(what) {
  if (what === "entry") {
    hands.draw(recording.now);
    news.textContent = lastInWords();
    feedback.entered();
  } else if (what === "same") {
    news.textContent = say("same");
    complain(say("same"));
    showDropped(recording);
  } else if (what === "conflict") {
    hands.draw(recording.now);
    showConflict();
    feedback.trouble();
  } else if (what === "sent" && !document.getElementById("conflict").hidden) {
    hands.draw(recording.now);
    showConflict();
  }
  // The browser is asked not to clear away what waits, once there is reason to.
  if (what === "waiting") persisted ??= navigator.storage?.persist?.();
  showStatus(recording);
  guardForms();
  if (what === "behind" || (what === "sent" && isBehind())) look();
}

// Whether the forms, or what others record, ask for the desk to be got anew.
function isBehind() {
  const shown = drawn().dataset;
  const { base } = recording;
  // Unfolded forms and a disputed board depend on the board now.
  const isSeen = desk.querySelector(".more").open || desk.querySelector(".open-call");
  return heard > base.number || base.state !== shown.state || (isSeen && base.number !== Number(shown.number));
}

// --- the desk as the site has it --------------------------------------------------------------------------

async function fetchDesk(known) {
  const answer = await ask(desk.dataset.desk, { headers: known ? { "If-None-Match": desk.dataset.etag } : {} });
  if (answer.redirected || answer.status === 403) throw new LoggedOut();
  if (answer.status !== 200) return null;
  const html = document.createElement("template");
  html.innerHTML = await answer.text();
  return { html, etag: answer.headers.get("ETag"), site: carried(html.content) };
}

function isWriting() {
  return touched || hands.die !== null;
}

let looking = false;

// Nobody writes into forms that are about to be replaced, or while it is open what there is to build on.
function guardForms() {
  const isLate = recording.now.number !== Number(drawn().dataset.number);
  const isComing = isLate && reached() && (looking || recording.state === "sending");
  desk.querySelector(".acts").inert = Boolean(recording.conflict) || (isComing && desk.querySelector(".more").open);
  // What only the site can judge says so before anything is written into it.
  tellOfSite(desk, reached() && recording.state !== "login");
}

let asking; // the next time that it is asked whether the site is there

function reachedOrNot() {
  guardForms();
  clearTimeout(asking);
  if (!reached()) asking = setTimeout(() => look().then(reachedOrNot), ASK_AGAIN);
}

// Get the desk anew, if it is another one than the desk shown. What somebody is just writing stays.
async function look() {
  if (looking || busy || !isHere) return;
  looking = true;
  guardForms();
  try {
    const found = await fetchDesk(true);
    // What was sent while the answer came is newer than it.
    const isOlder = found?.site.number < recording.base.number;
    if (found && !isOlder && recording.isSent && !recording.conflict) {
      const isNew = found.site.number !== recording.base.number;
      await recording.take(found.site);
      if (found.site.state === drawn().dataset.state && isWriting()) {
        if (isNew) hands.draw(recording.now);
      } else put(found, true);
      if (isNew) news.textContent = lastInWords();
    }
  } catch (error) {
    if (error instanceof LoggedOut) recording.state = "login";
    showStatus(recording);
  }
  looking = false;
  guardForms();
  recording.send();
}

let keptState; // of the game in the copy of the page that opens without a connection

async function keepPage() {
  const { state } = drawn().dataset;
  if (keptState === state || !navigator.serviceWorker?.controller) return;
  keptState = state;
  await (await caches.open("referee")).add(desk.dataset.page).catch(() => (keptState = ""));
}

// `isWanted`: whether a form that is unfolded shall be so again.
function put({ html, etag }, isWanted = false) {
  const hadFocus = desk.contains(document.activeElement);
  const { open } = desk.querySelector(".more");
  const unfoldedForm = desk.querySelector("details.act[open] > form")?.dataset.send;
  desk.replaceChildren(html.content);
  desk.dataset.etag = etag;
  desk.querySelector(".more").open = open;
  const again = isWanted && desk.querySelector(`details.act > form[data-send="${unfoldedForm}"]`);
  if (again) again.parentNode.open = true;
  touched = false;
  hands.take(recording.now, carried(desk).clock);
  drawSpecialFields(desk);
  showConflict();
  guardForms();
  keepPage();
  if (hadFocus) desk.querySelector("[data-die], [data-roll]")?.focus({ preventScroll: true });
}

function hear(number) {
  if (!isHere) return;
  heard = Number.isFinite(number) ? Math.max(heard, number) : heard;
  if (!recording.isSent) recording.send();
  else if (number > recording.base.number) look();
}

// --- die and pawn -----------------------------------------------------------------------------------------

function throwDie(die) {
  inTurn(async () => {
    if (recording.conflict || !recording.now.isRunning || !desk.querySelector(`[data-die="${die}"]`)) return;
    await thrown(die);
  });
}

async function thrown(die) {
  complain("");
  const move = hands.throwDie(die);
  if (move !== undefined) await recording.add("throws/", { die, move });
  else news.textContent = hands.question();
}

function move(token) {
  const { die } = hands;
  inTurn(async () => {
    if (die === null || hands.die !== die) return;
    await recording.add("throws/", { die, move: token || null });
  });
}

// Several moves of one pawn are told apart by the buttons that name them.
function tapPawn({ colour, field, move: token }) {
  if (token !== "?") return move(token);
  hands.buttonOf(colour, field)?.focus();
}

// The die of the next throw, where the site rolls; asked again it is the same.
function roll() {
  inTurn(async () => {
    if (hands.die !== null) return;
    await recording.send();
    if (!recording.isSent) return complain(say("needs connection"));
    const answer = await post(`${api}roll/`, {}).catch(() => null);
    if (!answer) return complain(say("needs connection"));
    if (answer.ok) await thrown((await answer.json()).die);
    else complain((await problem(answer)).detail);
  });
}

// Why the other pawns stay, in the words of the rules: the site knows them.
async function giveReasons(list) {
  if (list.childElementCount) return;
  const answer = recording.isSent && (await ask(`${api}moves/?die=${hands.die}`).catch(() => null));
  if (!answer?.ok) return complain(say("needs connection"));
  const { pawns } = await answer.json();
  const language = document.documentElement.lang.startsWith("de") ? "de" : "en";
  const reasons = pawns.filter(({ verdict }) => verdict === "may not").map(({ text }) => text[language]);
  for (const reason of new Set(reasons)) list.append(Object.assign(document.createElement("li"), { textContent: reason }));
}

function otherDie() {
  if (hands.die === null) return false;
  hands.draw(recording.now);
  desk.querySelector("[data-die]")?.focus({ preventScroll: true });
}

// --- forms ------------------------------------------------------------------------------------------------

function send(form, button) {
  inTurn(async () => {
    const content = contentOf(form, button);
    const path = form.dataset.send;
    if (isKeptHere(path) && (await isKept(path, content))) return fold(form);
    await recording.send();
    if (!recording.isSent) return complain(say("needs connection"), form);
    await enter(form, content);
  });
}

// Whether an entry can be made on the phone.
async function isKept(path, told) {
  const content = path === "clock/" ? stampAction(recording.now.clock, told) : told;
  try {
    recording.now.after({ path, content });
  } catch {
    return false; // it reaches back farther than the phone knows, or the site says why not
  }
  await recording.add(path, content);
  return true;
}

function fold(form) {
  complain("");
  const act = form.closest("details.act");
  touched = false;
  if (!act) return;
  form.reset();
  act.open = false;
}

// A form that only the site can judge. Sent again it is the same entry, as long as nothing else is written into it.
async function enter(form, content) {
  busy = true;
  try {
    const expected = needsBoard(form.dataset.send) ? { expected: Number(drawn().dataset.number) } : {};
    form.dataset.entry ||= newId();
    const entry = { ...content, ...expected, id: form.dataset.entry, happened_at: new Date().toISOString() };
    const answer = await post(api + form.dataset.send, entry);
    const refusal = answer.ok ? null : await problem(answer);
    const isStale = refusal?.type === STALE;
    if (!refusal || isStale) {
      const found = await fetchDesk(false);
      await recording.take(found.site);
      put(found);
      news.textContent = lastInWords();
    }
    complain(isStale ? desk.dataset.stale : (refusal?.detail ?? ""), form);
  } catch (error) {
    complain(say(error instanceof LoggedOut ? "log in" : "needs connection"), form);
  }
  busy = false;
}

// --- fingers and keys -------------------------------------------------------------------------------------

desk.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-die]");
  const offer = target.closest("[data-move]");
  const pawn = target.closest(".board-pawn");
  if (target.closest("[data-roll]")) roll();
  else if (target.closest("[data-undo-die]")) otherDie();
  else if (target.closest(".preview svg")) tapBoard(target.closest("form"), target);
  else if (key) throwDie(Number(key.dataset.die));
  else if (offer && pawn) tapPawn(offer.dataset);
  else if (offer) move(offer.dataset.move);
  else if (pawn) choosePawn(desk, pawn.dataset);
});

desk.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!("shift" in event.target.dataset)) send(event.target, event.submitter);
});

desk.addEventListener("input", ({ target }) => {
  touched ||= !target.closest("[data-shift]");
  if (target.form) target.form.dataset.entry = "";
});
desk.addEventListener("change", ({ target }) => {
  const group = target.closest("[data-order]");
  if (group) order(group, target);
  if (target.matches("[data-draft], [data-asked]")) preview(target.form);
});
// "toggle" does not bubble.
desk.addEventListener("toggle", ({ target }) => unfolded(target), true);

function unfolded(details) {
  const form = details.querySelector(":scope > form");
  if (!details.open) touched = false;
  else if (details.matches(".more")) {
    guardForms();
    if (isBehind()) look();
  } else if (details.matches(".reasons")) giveReasons(details.querySelector("ul"));
  else if (form && !isKeptHere(form.dataset.send)) {
    look(); // so that it is known whether there is a connection
    if (form.dataset.preview) preview(form);
  }
}

// A letter chooses among the moves offered; while there are none it reads out.
const READ_OUT = {
  t: () => lastInWords(),
  b: () => describeBoard(recording.now.play, recording.now.colours).join(". "),
  l: () => recording.now.steps.slice(0, 5).map((step) => step.text).join(". "),
};

function letter(pressed) {
  inTurn(async () => {
    const offer = hands.buttons()[pressed.charCodeAt(0) - 97];
    if (offer) await recording.add("throws/", { die: hands.die, move: offer.dataset.move || null });
    else if (hands.die === null && READ_OUT[pressed] && recording.now.play) news.textContent = READ_OUT[pressed]();
  });
}

listen({
  face: throwDie,
  letter,
  step: (by) => {
    const buttons = hands.buttons();
    const at = buttons.indexOf(document.activeElement);
    if (!buttons.length) return false;
    buttons[(at + by + buttons.length) % buttons.length].focus();
  },
  takeBack: () => desk.querySelector("[data-take-back]:not([hidden])")?.requestSubmit(),
  otherDie,
});

// --- opening ----------------------------------------------------------------------------------------------

async function keepThePage() {
  try {
    const isNew = !navigator.serviceWorker.controller;
    await navigator.serviceWorker.register(desk.dataset.worker, { scope: "/games/" });
    // The worker keeps the pages that are opened from now on; this one was there before it.
    if (isNew) await (await caches.open("referee")).add(desk.dataset.page);
    keptState = drawn().dataset.state;
    return "";
  } catch {
    return say("not opened offline");
  }
}

// From now on nothing is kept, sent or drawn in this window.
function giveWay() {
  isHere = false;
  recording?.stop();
  desk.inert = true;
  document.getElementById("waiting").hidden = true;
  document.getElementById("elsewhere").hidden = false;
}

async function open() {
  document.querySelector("#elsewhere button").addEventListener("click", () => location.reload());
  await claimTab(desk.dataset.game, giveWay);
  queue = await openOutbox(desk.dataset.game);
  const site = carried(desk);
  const fetchSite = async () => (await fetchDesk(false)).site;
  recording = await Recording.open({ queue, api, site, changed, fetchSite });
  if (!isHere) return recording.stop();
  hands.take(recording.now, site.clock);
  showConflict();
  feedback.settings(document.querySelector(".senses"));
  showStatus(recording);
  recording.send();
  addEventListener("online", () => Promise.all([recording.send(), look()]));
  onReachChange(reachedOrNot);
  reachedOrNot();
  follow(`${api}events/`, () => recording.base.number, hear);
  if (isBehind() || !navigator.onLine) look();
  document.documentElement.dataset.ready = "yes";
  const notes = [queue.isKept ? "" : say("not kept"), await keepThePage()];
  document.getElementById("keeping").textContent = notes.filter(Boolean).join(" ");
}

inTurn(open);
