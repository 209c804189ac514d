// Lets the clocks of a page run: each tells what had been played when it was started last, when that was, and the
// server's time when it was drawn, so that a device whose own clock is wrong shows the same.

import { clockReading, playedUntil } from "./generated/clock.js";

const EVERY = 1000;
const ahead = new WeakMap(); // by how much the device's clock is ahead of the server's, for each clock drawn

/** @param {HTMLElement} clock */
function shown({ dataset }, now) {
  const played = playedUntil(BigInt(dataset.clock), BigInt(Date.parse(dataset.since)), BigInt(now));
  return clockReading(played / 1000n, BigInt(dataset.limit ?? 0));
}

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    if (!ahead.has(clock)) ahead.set(clock, Date.now() - Date.parse(clock.dataset.serverTime));
    clock.textContent = shown(clock, Date.now() - ahead.get(clock));
  }
}, EVERY);
