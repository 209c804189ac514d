// Lets the clocks of a page run: each tells what had been played when it was started last, when that was, and the
// server's time when it was drawn, so that a device whose own clock is wrong shows the same. A page that may be a kept
// one, drawn long ago, hears the time by itself (site-time.js).

import { clockReading, playedUntil } from "./generated/clock.js";
import { isTimeHeard, siteTime } from "./site-time.js";

const EVERY = 1000;
const ahead = new WeakMap(); // by how much the device's clock is ahead of the server's, for each clock drawn

/** @param {HTMLElement} clock */
function shown({ dataset }, now) {
  const played = playedUntil(BigInt(dataset.clock), BigInt(Date.parse(dataset.since)), BigInt(now));
  return clockReading(played / 1000n, BigInt(dataset.limit ?? 0));
}

/** @param {HTMLElement} clock */
function timeOf(clock) {
  if (isTimeHeard()) return siteTime();
  if (!ahead.has(clock)) ahead.set(clock, Date.now() - Date.parse(clock.dataset.serverTime));
  return Date.now() - ahead.get(clock);
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) clock.textContent = shown(clock, timeOf(clock));
}

tick();
setInterval(tick, EVERY);
