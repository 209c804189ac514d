// Goes through a game: by slider, by buttons, by arrow keys, or by itself. The server draws every board; while one is
// on its way only the last one wanted is remembered.

const form = document.querySelector("[data-replay]");
const slider = form.elements.number;
const run = form.querySelector("[data-run]");
const pace = form.querySelector("select");
const frame = document.getElementById("frame");
const news = document.querySelector("[data-news]");
let wanted = Number(slider.value);
let loading = false;
let running = null;

const shown = () => Number(frame.firstElementChild.dataset.number);
const address = (number) => form.dataset.replay.replace(/0\/$/, `${number}/`);

async function show(number) {
  wanted = Math.min(Math.max(number, Number(slider.min)), Number(slider.max));
  slider.value = wanted;
  if (loading) return;
  loading = true;
  try {
    while (wanted !== shown()) {
      const answer = await fetch(address(wanted));
      if (!answer.ok) break;
      const focused = document.activeElement?.closest("#frame [data-to]")?.getAttribute("aria-label");
      frame.innerHTML = await answer.text();
      if (focused) frame.querySelector(`[aria-label="${focused}"]`).focus({ preventScroll: true });
      news.textContent = running ? "" : (frame.querySelector(".throw-words")?.textContent ?? "");
    }
    history.replaceState(null, "", `?number=${shown()}`);
  } catch {
    // no connection: the next step tries again
  } finally {
    loading = false;
  }
}

function step() {
  if (shown() >= Number(slider.max)) stop();
  else show(shown() + 1);
}

function start() {
  if (shown() >= Number(slider.max)) show(Number(slider.min));
  running = setInterval(step, Number(pace.value));
  run.textContent = form.dataset.pause;
}

function stop() {
  clearInterval(running);
  running = null;
  run.textContent = form.dataset.play;
}

run.addEventListener("click", () => (running ? stop() : start()));
pace.addEventListener("change", () => {
  if (!running) return;
  stop();
  start();
});
slider.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
form.addEventListener("submit", (event) => event.preventDefault());
frame.addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  show(Number(link.dataset.to));
});

const KEYS = {
  ArrowLeft: () => show(wanted - 1),
  ArrowRight: () => show(wanted + 1),
  Home: () => show(Number(slider.min)),
  End: () => show(Number(slider.max)),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select") || !KEYS[event.key]) return;
  event.preventDefault();
  stop();
  KEYS[event.key]();
});

run.hidden = pace.closest("label").hidden = false;
document.documentElement.classList.add("follows");
