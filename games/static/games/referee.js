// The referee's page. The server draws everything – board, die, moves in words (games/desk.html) –, this
// script says what is tapped: die, then pawn. Every entry carries an id of its own and the number of the last
// event it builds on, so that it can be sent again without harm until an answer comes.

const LOOK_EVERY = 4000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

const desk = document.getElementById("desk");
const news = document.getElementById("news");
const trouble = document.getElementById("trouble");

let die = null; // the face tapped, while its pawn is awaited
let busy = false; // an entry is on its way

const wait = (time) => new Promise((done) => setTimeout(done, time));
const drawn = () => desk.querySelector(".desk");
const all = (selector) => [...desk.querySelectorAll(selector)];

function complain(words) {
  trouble.textContent = words;
  trouble.hidden = !words;
}

// --- talking to the server --------------------------------------------------------------------------------

function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Without https there is no randomUUID: version 4 by hand.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// Django's token against forged requests; read anew each time, as it changes with every login.
function token() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

// The answer to a request, asked for again until there is one.
async function answered(url, options) {
  for (let pause = FIRST_WAIT; ; pause = Math.min(2 * pause, LONGEST_WAIT)) {
    try {
      const answer = await fetch(url, { cache: "no-store", ...options });
      if (answer.status < 500) return answer;
    } catch {
      // no connection
    }
    complain(desk.dataset.offline);
    await wait(pause);
  }
}

// What to ask the server for the desk as it stands now, if that is another one than the desk shown.
function unlessKnown() {
  return { headers: { "If-None-Match": desk.dataset.etag } };
}

async function put(answer) {
  if (answer.redirected) location.assign(desk.dataset.page); // logged out: to the login and back
  if (answer.status !== 200 || answer.redirected) return;
  const hadFocus = desk.contains(document.activeElement);
  desk.innerHTML = await answer.text();
  desk.dataset.etag = answer.headers.get("ETag");
  die = null;
  news.textContent = drawn().dataset.told.trim();
  if (hadFocus) desk.querySelector("[data-die], [data-roll]")?.focus({ preventScroll: true });
}

async function enter(path, content) {
  if (busy) return;
  busy = true;
  desk.setAttribute("aria-busy", "true");
  const answer = await answered(desk.dataset.api + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify({ ...content, id: newId(), expected: Number(drawn().dataset.number) }),
  });
  const refusal = answer.ok ? "" : await words(answer);
  await put(await answered(desk.dataset.desk, unlessKnown()));
  complain(refusal);
  desk.removeAttribute("aria-busy");
  busy = false;
}

// The die of the next throw, where the site rolls; asked again it is the same.
async function roll() {
  if (busy || die !== null) return;
  busy = true;
  const answer = await answered(`${desk.dataset.api}roll/`, {
    method: "POST",
    headers: { "X-CSRFToken": token() },
  });
  busy = false;
  if (answer.ok) throwDie(String((await answer.json()).die));
  else complain(await words(answer));
}

async function words(answer) {
  const problem = await answer.json().catch(() => ({}));
  if (problem.type === "urn:rauswurf:problem:stale") return desk.dataset.stale;
  return problem.detail || `${answer.status} ${answer.statusText}`;
}

// --- die and pawn -----------------------------------------------------------------------------------------

function face() {
  return desk.querySelector(`[data-face="${die}"]`);
}

function throwDie(thrown) {
  if (busy || !desk.querySelector(`[data-face="${thrown}"]`)) return;
  complain("");
  die = thrown;
  const atOnce = face().dataset.atOnce;
  if (atOnce !== undefined) return record(atOnce);
  all("[data-die]").forEach((key) => key.setAttribute("aria-pressed", key.dataset.die === die));
  all("[data-face]").forEach((section) => (section.hidden = section !== face()));
  mark();
  face().querySelector("[data-move]").focus({ preventScroll: true });
  news.textContent = face().querySelector("h2").textContent;
}

// Rings around the pawns that can move; one with several moves leads to the buttons that name them.
function mark() {
  for (const pawn of all(".board-movable")) {
    const { colour, field } = pawn.dataset;
    const moves = offers().filter((offer) => offer.dataset.colour === colour && offer.dataset.field === field);
    if (moves.length) pawn.dataset.move = moves.length === 1 ? moves[0].dataset.move : "?";
    else delete pawn.dataset.move;
  }
}

function offers() {
  return die === null ? [] : [...face().querySelectorAll("[data-move]")];
}

function record(move) {
  return enter("throws/", { die: Number(die), move: move || null });
}

function tapPawn({ colour, field, move }) {
  if (move !== "?") return record(move);
  offers().find((offer) => offer.dataset.colour === colour && offer.dataset.field === field).focus();
}

// --- start, furniture, take back --------------------------------------------------------------------------

function start(form, starter) {
  const content = { starter };
  const numbers = (text) => (text.match(/\d+/g) || []).map(Number);
  if (form.elements.trapdoors) content.trapdoors = numbers(form.elements.trapdoors.value);
  if (form.elements.wormholes) content.wormholes = form.elements.wormholes.value.split(",").map(numbers);
  return enter("start/", content);
}

async function shift(form) {
  const { origin, target } = form.elements;
  const answer = await answered(form.dataset.shift.replace("0/0/", `${origin.value}/${target.value}/`));
  form.querySelector(".shifted").innerHTML = await answer.text();
}

function takeBack(form) {
  return enter("take-back/", { throws: 1, reason: form.elements.reason ? form.elements.reason.value : "" });
}

// --- fingers and keys -------------------------------------------------------------------------------------

desk.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-die]");
  if (target.closest("[data-roll]")) roll();
  const offer = target.closest("[data-move]");
  if (key) throwDie(key.dataset.die);
  else if (offer && offer.closest("svg.board")) tapPawn(offer.dataset);
  else if (offer) record(offer.dataset.move);
});

desk.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if ("start" in form.dataset) start(form, event.submitter.value);
  else if ("takeBack" in form.dataset) takeBack(form);
  else if (form.dataset.event) enter(form.dataset.event, Object.fromEntries(new FormData(form)));
  else shift(form);
});

function step(by) {
  const buttons = offers();
  const at = buttons.indexOf(document.activeElement);
  if (buttons.length) buttons[(at + by + buttons.length) % buttons.length].focus();
}

const KEYS = {
  ArrowDown: () => step(1),
  ArrowRight: () => step(1),
  ArrowUp: () => step(-1),
  ArrowLeft: () => step(-1),
  Backspace: () => desk.querySelector("[data-take-back]")?.requestSubmit(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const letter = event.key.length === 1 ? event.key.toLowerCase().charCodeAt(0) - 97 : -1;
  if (/^\d$/.test(event.key)) throwDie(event.key);
  else if (KEYS[event.key]) KEYS[event.key]();
  else if (offers()[letter]) offers()[letter].click();
  else return;
  event.preventDefault();
});

// --- what others record -----------------------------------------------------------------------------------

function idle() {
  return !busy && die === null && drawn().dataset.state === "running" && !document.hidden;
}

async function look() {
  if (!idle()) return;
  const answer = await fetch(desk.dataset.desk, { cache: "no-store", ...unlessKnown() });
  if (idle()) await put(answer);
}

setInterval(() => look().catch(() => {}), LOOK_EVERY); // without connection: the next look may find one
