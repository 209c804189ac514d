// Lets the clocks of a page run: each tells what had been played when it was started last, when that was, and the
// server's time when it was drawn, so that a device whose own clock is wrong shows the same.

const EVERY = 1000;
const ahead = new WeakMap(); // by how much the device's clock is ahead of the server's, for each clock drawn

function reading(clock) {
  if (!ahead.has(clock)) ahead.set(clock, Date.now() - Date.parse(clock.dataset.serverTime));
  const running = Math.max(Date.now() - ahead.get(clock) - Date.parse(clock.dataset.since), 0);
  const seconds = Math.floor((Number(clock.dataset.clock) + running) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-clock]")) clock.textContent = reading(clock);
}, EVERY);
