// The screen of a hall. The server draws what is to be seen and says for how long it holds and where to hear that it
// has changed; this script puts the next picture in its place. Whatever fails, the last picture stays. At the end of a
// round it rings, whichever picture is shown, where somebody has turned the sound on.

import { hearTime, siteTime } from "../games/site-time.js";
import { ring } from "./round-sound.js";

const RETRY = 1500;
// Even where nothing is heard: a stream may have died without a word.
const LONGEST = 10000;
const OFFERED = 5000;
// Several things are often told at once.
const SOON = 80;

const screen = document.querySelector("[data-now]");
const away = document.querySelector("[data-away]");
const streams = new Map(); // address without what it is asked for → stream
let next = null;
let looking = false;
let offered = null;
let pointer = null; // where it was last
let ends = []; // the timers of the rounds that run
const rung = new Set();

async function look() {
  if (looking) return lookIn(SOON);
  looking = true;
  const asked = Date.now();
  try {
    const answer = await fetch(screen.dataset.now, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    away.hidden = !answer.headers.has("X-Kept");
    if (away.hidden) hearTime(answer.headers.get("Date"), asked);
    show(await answer.text());
    if (away.hidden) awaitEnds();
    else lookIn(RETRY);
  } catch {
    away.hidden = false;
    lookIn(RETRY);
  } finally {
    looking = false;
  }
}

function lookIn(milliseconds) {
  clearTimeout(next);
  next = setTimeout(look, milliseconds);
}

function show(picture) {
  screen.innerHTML = picture;
  listen();
}

// Until the picture's turn is over; and to what it shows.
function listen() {
  const picture = screen.firstElementChild;
  document.documentElement.lang = picture.lang;
  lookIn(Math.min(Number(picture.dataset.left) * 1000 + SOON, LONGEST));
  const wanted = [`${screen.dataset.changes}?last_event_id=${picture.dataset.version}&screen=hall`];
  wanted.push(...picture.dataset.streams.split(" ").filter(Boolean));
  const addresses = wanted.map((address) => address.split("?")[0]);
  for (const [address, stream] of streams) {
    if (addresses.includes(address)) continue;
    stream.close();
    streams.delete(address);
  }
  wanted.forEach((address, which) => open(addresses[which], address));
}

// By the server's time; a clock that was paused or extended since has another end in the next picture.
function awaitEnds() {
  for (const timer of ends) clearTimeout(timer);
  const { dataset } = /** @type {HTMLElement} */ (screen.firstElementChild);
  const now = siteTime();
  ends = dataset.ends.split(" ").filter(Boolean).map((end) => setTimeout(ringOnce, Date.parse(end) - now, end));
}

function ringOnce(end) {
  if (rung.has(end)) return;
  rung.add(end);
  ring();
}

// The button shows itself to whoever moves the pointer or taps, and leaves the picture alone otherwise.
function offerSound() {
  document.body.classList.add("is-touched");
  clearTimeout(offered);
  offered = setTimeout(() => document.body.classList.remove("is-touched"), OFFERED);
}

function open(key, address) {
  if (streams.has(key)) return;
  const stream = new EventSource(address);
  streams.set(key, stream);
  for (const message of ["event", "chances", "standings", "hall", "end"]) {
    stream.addEventListener(message, () => lookIn(SOON));
  }
  // It will not come again after its end; whether it is still wanted the next picture says.
  stream.addEventListener("end", () => stream.close());
  // A connection that breaks off is made again by the browser, a refused one with a later picture.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) streams.delete(key);
  });
}

// A browser also tells of a pointer that rests while the picture changes beneath it.
function movePointer({ screenX, screenY }) {
  const place = `${screenX} ${screenY}`;
  if (pointer !== null && pointer !== place) offerSound();
  pointer = place;
}

document.addEventListener("pointermove", movePointer);
for (const done of ["pointerdown", "keydown"]) document.addEventListener(done, offerSound);
navigator.serviceWorker?.register(screen.dataset.worker);
hearTime(/** @type {HTMLElement} */ (screen.firstElementChild).dataset.serverTime);
listen();
awaitEnds();
