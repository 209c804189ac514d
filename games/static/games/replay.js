// Plays a game back: by slider, buttons, keys, the list of moves, or by itself. The site draws every board that is looked
// at; while one is on its way only the last one wanted is remembered. What goes by too fast for that is drawn here.

/** @typedef {{ colours: string[], letters: string, dice: number[][], first: number, positions: string[] }} Boards */

// From so many a second on, boards are drawn here.
const FAST = 10;

/** @type {HTMLElement} */
const watch = document.querySelector("[data-playback]");
/** @type {HTMLFormElement} */
const form = watch.querySelector("form");
const slider = form.querySelector("[name=number]");
/** @type {HTMLButtonElement} */
const run = form.querySelector("[data-run]");
const pace = form.querySelector("select");
const frame = document.getElementById("frame");
const list = watch.querySelector("[data-list]");
const news = watch.querySelector("[data-news]");
const [first, last] = [Number(slider.min), Number(slider.max)];
let wanted = Number(slider.value);
let loading = false;
/** @type {object | null} */
let running = null;
let timer = 0;
/** @type {((number: number) => void) | null} */
let drawFast = null;

const shown = () => Number(frame.firstElementChild.dataset.number);
const within = (number) => Math.min(Math.max(number, first), last);

// --- where we are -------------------------------------------------------------------------------------

function point(number) {
  wanted = within(number);
  slider.value = wanted;
  const links = [...list.querySelectorAll("[data-to]")];
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = links.find((link) => Number(link.dataset.to) >= wanted) ?? links.at(-1);
  if (!current) return;
  if (Number(current.dataset.to) === wanted) current.setAttribute("aria-current", "true");
  const row = current.closest("li");
  list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
}

async function show(number) {
  point(number);
  if (loading) return;
  loading = true;
  try {
    while (wanted !== shown()) {
      const answer = await fetch(watch.dataset.frame.replace(/0\/$/, `${wanted}/`));
      if (!answer.ok) break;
      const focused = document.activeElement?.closest("#frame [data-to]")?.getAttribute("aria-label");
      frame.innerHTML = await answer.text();
      if (focused) frame.querySelector(`[aria-label="${focused}"]`).focus({ preventScroll: true });
      news.textContent = running ? "" : (frame.querySelector(".throw-words")?.textContent ?? "");
    }
    history.replaceState(null, "", `?number=${shown()}`);
  } catch {
    // No connection: the next step tries again.
  } finally {
    loading = false;
  }
}

// --- by itself ----------------------------------------------------------------------------------------

function step() {
  if (!drawFast) {
    if (shown() >= last) stop();
    else if (!loading) show(shown() + 1);
    return;
  }
  if (wanted >= last) {
    stop();
    return;
  }
  point(wanted + 1);
  drawFast(wanted);
}

async function start() {
  const begun = {};
  running = begun;
  run.textContent = `⏸ ${form.dataset.pause}`;
  if (wanted >= last) await show(first);
  const often = Number(pace.value);
  const draw = often >= FAST ? await drawer() : null;
  // Stopped, and perhaps begun anew, in the meantime.
  if (running !== begun) return;
  drawFast = draw;
  timer = setInterval(step, 1000 / often);
}

function stop() {
  if (running === null) return;
  clearInterval(timer);
  running = null;
  drawFast = null;
  run.textContent = `▶ ${form.dataset.play}`;
  show(wanted);
}

// What draws the board after an event on the picture that is there.
async function drawer() {
  const [{ Board }, answer] = await Promise.all([import("./referee/board.js"), fetch(watch.dataset.boards)]);
  /** @type {Boards} */
  const { colours, letters, dice, first: from, positions } = await answer.json();
  // A board that is still on its way would take the place of the one to draw on.
  while (loading) await new Promise((done) => setTimeout(done, 20));
  const board = new Board(frame.querySelector("svg.board"), colours, dice);
  const at = frame.querySelector("[data-at]");
  const counter = at.textContent;
  return (/** @type {number} */ number) => {
    at.textContent = counter.replace(/\d+/, String(number));
    board.draw({ play: scene(positions[number - from], colours, letters), words: "" });
  };
}

// A position as it is written (rulebook §3), for the drawing.
/** @param {string} position @param {string[]} colours @param {string} letters @returns {any} */
function scene(position, colours, letters) {
  const [, places, [thrower], lying = ""] = position.split(" ");
  const ends = lying ? lying.slice(1).split(",") : [];
  const kind = lying[0];
  return {
    pawns: places.split("/").flatMap((told, at) =>
      told === "-" ? [] : told.split(",").map((field) => ({ colour: colours[at], field })),
    ),
    over: thrower === ".",
    thrower: { colour: colours[letters.indexOf(thrower)] },
    furniture: ends.flatMap((end, at) => end.split("-").map((field) => ({ kind, field: Number(field), number: at + 1 }))),
  };
}

// --- keys and links -----------------------------------------------------------------------------------

const toggle = () => (running === null ? start() : stop());
const KEYS = {
  ArrowLeft: () => show(wanted - 1),
  ArrowRight: () => show(wanted + 1),
  Home: () => show(first),
  End: () => show(last),
  " ": toggle,
  f: () => (document.fullscreenElement ? document.exitFullscreen() : watch.requestFullscreen()),
};

run.addEventListener("click", toggle);
pace.addEventListener("change", () => {
  if (running === null) return;
  stop();
  start();
});
slider.addEventListener("input", () => {
  const number = Number(slider.value);
  stop();
  show(number);
});
form.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  /** @type {HTMLAnchorElement | null} */
  const link = event.target.closest("a[href*='?number=']");
  if (!link || link.pathname !== location.pathname) return;
  event.preventDefault();
  stop();
  show(Number(new URL(link.href).searchParams.get("number")));
  if (!watch.contains(link)) watch.scrollIntoView({ block: "start" });
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  if (event.target.matches("select, textarea, input:not([type=range])")) return;
  if (event.key === " " && event.target.matches("a, button, summary")) return;
  event.preventDefault();
  if (event.key !== " " && event.key !== "f") stop();
  KEYS[event.key]();
});

run.hidden = pace.closest("label").hidden = false;
document.documentElement.classList.add("follows");
point(wanted);
