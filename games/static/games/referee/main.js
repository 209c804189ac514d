// The referee's page. What is thrown and moved is recorded on the phone (sync.js) and drawn at once (controls.js),
// with or without a connection; forms, and what others record, come from the site (games/desk.html).

import { preview } from "./board-editor.js";
import { fetchDesk, guardForms, noteEvent, isBehind, refresh, openOffline, placeSettings, updateReach, showConflict } from "./desk.js";
import * as feedback from "./feedback.js";
import { listenToHands } from "./hands.js";
import { onReachChange } from "./http.js";
import { say } from "./i18n.js";
import { isKeptHere } from "./kinds.js";
import { follow } from "./live.js";
import { showStanding, tell } from "./messages.js";
import { openOutbox } from "./outbox.js";
import { api, carried, controls, desk, inTurn, session } from "./session.js";
import { claimTab } from "./single-tab.js";
import { showDropped, showStatus } from "./status.js";
import { Recording } from "./sync.js";
import { remindOfClock, watchLimit } from "./timekeeping.js";

let persisted; // whether the browser has been asked not to clear away what waits

// Whatever has changed in the recording; `what` says how.
function changed(what) {
  if (what === "entry") {
    showStanding();
    feedback.entered();
    remindOfClock(session.recording.now);
  } else if (what === "same") {
    tell(say("same"));
    showDropped(session.recording);
  } else if (what === "conflict") {
    showStanding();
    showConflict();
    feedback.trouble();
  } else if (what === "sent" && !document.getElementById("conflict").hidden) {
    showStanding();
    showConflict();
  }
  // The browser is asked not to clear away what waits, once there is reason to.
  if (what === "waiting") persisted ??= navigator.storage?.persist?.();
  showStatus(session.recording);
  guardForms();
  if (what === "behind" || (what === "sent" && isBehind())) refresh();
}

// What only the site can judge needs the game as it has it.
function unfolded(details) {
  if (details.matches(".more")) {
    guardForms();
    if (isBehind()) refresh();
    return;
  }
  const form = details.querySelector(":scope > form");
  if (!form || isKeptHere(form.dataset.send)) return;
  refresh(); // so that it is known whether there is a connection
  if (form.dataset.preview) preview(form);
}

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
  watchLimit();
  addEventListener("online", () => Promise.all([session.recording.send(), refresh()]));
  // What was not drawn while somebody wrote is drawn once the form is folded.
  desk.addEventListener("toggle", ({ target }) => !target.open && isBehind() && refresh(), true);
  onReachChange(updateReach);
  updateReach();
  follow(`${api}events/`, () => session.recording.base.number, noteEvent);
  refresh(); // the page may be a kept one
  // Until here a tap would have been lost.
  desk.inert = false;
  document.documentElement.dataset.ready = "yes";
  const notes = [queue.isKept ? "" : say("not kept"), await openOffline()];
  document.getElementById("keeping").textContent = notes.filter(Boolean).join(" ");
}

listenToHands(unfolded);
inTurn(open);
