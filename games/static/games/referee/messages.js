// What the page says: what is wrong, and for whoever listens instead of looking what was entered last.

import * as feedback from "./feedback.js";
import { say } from "./i18n.js";
import { controls, desk, session } from "./session.js";

// For how long something is told, in milliseconds.
const SEEN = 5000;
const WITH_OFFER = 10000;
export const UNTIL_TAPPED = 2 ** 31 - 1;

const news = document.getElementById("news");
const trouble = document.getElementById("trouble");

/** @param {string} words */
export function announce(words) {
  news.textContent = words;
}

const notice = document.getElementById("notice");
let fading;

// What is to be read once, over the board, for a while; `offer` is what can be done about it: [words, what to do].
/** @param {string} words @param {[string, () => unknown]} [offer] @param {number} [seen] for how long, in milliseconds */
export function tell(words, offer, seen = offer ? WITH_OFFER : SEEN) {
  clearTimeout(fading);
  notice.hidden = !words;
  if (!words) return;
  const [place, button] = notice.children;
  place.textContent = words;
  button.hidden = !offer;
  button.textContent = offer?.[0] ?? "";
  button.onclick = () => {
    tell("");
    offer?.[1]();
  };
  fading = setTimeout(tell, seen, "");
}

// What is wrong is said at the form that it is about, as long as that is there, otherwise on top.
export function complain(words, form) {
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

// As `full_stop` of games/templatetags/board.py.
/** @param {string} sentence */
function fullStop(sentence) {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

// Another board stands here now: it is drawn, and said.
export function showStanding() {
  controls.draw(session.recording.now);
  announce(lastInWords());
}

// The last entry and who throws next: for whoever listens instead of looking.
export function lastInWords() {
  const { steps, play, colours, isRunning } = session.recording.now;
  const last = steps[0];
  const parts = [];
  if (last) parts.push(fullStop(last.colour ? `${session.recording.now.colour(last.colour).name} ${last.die}: ${last.text}` : last.text));
  if (!play) return parts.join(" ");
  const colour = colours.find((each) => each.key === play.thrower?.colour);
  if (isRunning && colour) parts.push(say("to throw", { colour: colour.name, player: colour.player }));
  else if (play.over) parts.push(controls.outcome());
  return parts.join(" ");
}
