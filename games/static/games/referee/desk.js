// The desk as the site has it: got anew when something has changed, put in its place, guarded while it is not current.

import { drawConflict } from "./conflict.js";
import { LoggedOut, ask, isReached } from "./http.js";
import { say } from "./i18n.js";
import { announce, lastInWords, showStanding } from "./messages.js";
import { showOfflineNotices } from "./offline-notice.js";
import { carried, controls, desk, drawn, session } from "./session.js";
import { drawSpecialFields } from "../special-fields.js";
import { showDropped, showStatus } from "./status.js";

// How often it is asked whether the site is there again.
const ASK_AGAIN = 10000;

// Whether the forms, or what others record, ask for the desk to be got anew.
export function isBehind() {
  const shown = drawn().dataset;
  const { base } = session.recording;
  // Unfolded forms and a disputed board depend on the board now; what somebody writes stays, whatever the site has.
  const isSeen = (desk.querySelector(".more").open || desk.querySelector(".open-call")) && !isWriting();
  return session.heard > base.number || base.state !== shown.state || (isSeen && base.number !== Number(shown.number));
}

export function showConflict() {
  const place = document.getElementById("conflict");
  drawConflict(place, session.recording);
  for (const part of desk.querySelectorAll(".hands, .face, .backwards")) part.inert = Boolean(session.recording.conflict);
  showDropped(session.recording);
}

export async function fetchDesk(known) {
  const answer = await ask(desk.dataset.desk, { headers: known ? { "If-None-Match": desk.dataset.etag } : {} });
  if (answer.redirected || answer.status === 403) throw new LoggedOut();
  if (answer.status !== 200) return null;
  const html = document.createElement("template");
  html.innerHTML = await answer.text();
  return { html, etag: answer.headers.get("ETag"), site: carried(html.content) };
}

function isWriting() {
  return session.touched || controls.die !== null;
}

let looking = false;
let isWantedAgain = false; // what was asked for meanwhile, as when the network is there again before an answer fails

// Nobody writes into forms that are about to be replaced, or while it is open what there is to build on.
export function guardForms() {
  const isLate = session.recording.now.number !== Number(drawn().dataset.number);
  const isComing = isLate && isReached() && (looking || session.recording.state === "sending");
  desk.querySelector(".acts").inert = Boolean(session.recording.conflict) || (isComing && desk.querySelector(".more").open);
  // What only the site can judge says so before anything is written into it.
  showOfflineNotices(desk, isReached() && session.recording.state !== "login");
}

let asking; // the next time that it is asked whether the site is there

export function updateReach() {
  guardForms();
  clearTimeout(asking);
  if (!isReached()) asking = setTimeout(() => refresh().then(updateReach), ASK_AGAIN);
}

// Get the desk anew, if it is another one than the desk shown. What somebody is just writing stays.
export async function refresh() {
  isWantedAgain = looking;
  if (looking || session.busy || !session.isHere) return;
  looking = true;
  guardForms();
  let found; // null: as shown; undefined: no answer
  try {
    found = await fetchDesk(true);
    // What was sent while the answer came is newer than it.
    const isOlder = found?.site.number < session.recording.base.number;
    if (found && !isOlder && session.recording.isSent && !session.recording.conflict) {
      const isNew = found.site.number !== session.recording.base.number;
      await session.recording.take(found.site);
      if (found.site.state === drawn().dataset.state && isWriting()) {
        if (isNew) showStanding();
      } else {
        replaceDesk(found, true);
        if (isNew) announce(lastInWords());
      }
    }
  } catch (error) {
    if (error instanceof LoggedOut) session.recording.state = "login";
    showStatus(session.recording);
  }
  looking = false;
  guardForms();
  // Once all is sent, a phone that is behind looks again; where there was no answer it does not, at once.
  if (found !== undefined || !session.recording.isSent) session.recording.send();
  if (isWantedAgain) await refresh();
}

let keptState; // of the game in the copy of the page that opens without a connection

async function keepPage() {
  const { state } = drawn().dataset;
  if (keptState === state || !navigator.serviceWorker?.controller) return;
  keptState = state;
  await (await caches.open("referee")).add(desk.dataset.page).catch(() => (keptState = ""));
}

// What this phone does by itself is set beside what the referee does.
const settings = document.querySelector(".senses");
export const placeSettings = () => drawn().querySelector(".panel").append(settings);

// Why the end is taken back: it is written as soon as this phone knows the end, before the site has drawn it.
const reason = () => /** @type {HTMLInputElement | null} */ (desk.querySelector("[data-take-back] [name=reason]:enabled"));

// `isWanted`: whether a form that is unfolded shall be so again.
export function replaceDesk({ html, etag }, isWanted = false) {
  const hadFocus = desk.contains(document.activeElement);
  const written = reason()?.value;
  const wasAtReason = written !== undefined && document.activeElement === reason();
  const { open } = desk.querySelector(".more");
  const unfoldedForm = desk.querySelector("details.act[open] > form")?.dataset.send;
  desk.replaceChildren(html.content);
  placeSettings();
  desk.dataset.etag = etag;
  desk.querySelector(".more").open = open;
  const again = isWanted && desk.querySelector(`details.act > form[data-send="${unfoldedForm}"]`);
  if (again) again.parentNode.open = true;
  const field = reason();
  if (field && written) field.value = written;
  session.touched = Boolean(field?.value);
  controls.take(session.recording.now, carried(desk).clock);
  drawSpecialFields(desk);
  showConflict();
  guardForms();
  keepPage();
  if (field && wasAtReason) field.focus({ preventScroll: true });
  else if (hadFocus) desk.querySelector("[data-die], [data-roll]")?.focus({ preventScroll: true });
}

export function noteEvent(number) {
  if (!session.isHere) return;
  session.heard = Number.isFinite(number) ? Math.max(session.heard, number) : session.heard;
  if (!session.recording.isSent) session.recording.send();
  else if (number > session.recording.base.number) refresh();
}

// Keep the page itself, so that it opens without a connection; what is to be said where that cannot be.
export async function openOffline() {
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
