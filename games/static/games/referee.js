// The referee's page. The server draws everything – board, die, moves in words, forms (games/desk.html) –, this
// script says what is tapped: die, then pawn; and sends forms, each by what its fields tell of themselves. Every
// entry carries an id of its own and the number of the last event it builds on, so that it can be sent again
// without harm until an answer comes.

const LOOK_EVERY = 4000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

const desk = document.getElementById("desk");
const news = document.getElementById("news");
const trouble = document.getElementById("trouble");

let die = null; // the face tapped, while its pawn is awaited
let busy = false; // an entry is on its way
let touched = false; // a form holds what somebody has begun to write

const wait = (time) => new Promise((done) => setTimeout(done, time));
const drawn = () => desk.querySelector(".desk");
const all = (selector) => [...desk.querySelectorAll(selector)];

// What is wrong is said at the form that it is about, as long as that is there, otherwise on top.
function complain(words, form) {
  all("form > .trouble").forEach((old) => old.remove());
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
  die = picked = null;
  touched = false;
  news.textContent = drawn().dataset.told.trim();
  if (hadFocus) desk.querySelector("[data-die], [data-roll]")?.focus({ preventScroll: true });
}

async function enter(path, content, form) {
  if (busy) return;
  busy = true;
  desk.setAttribute("aria-busy", "true");
  const answer = await answered(desk.dataset.api + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify({ ...content, id: newId(), happened_at: new Date().toISOString() }),
  });
  const refusal = answer.ok ? "" : await words(answer);
  await put(await answered(desk.dataset.desk, unlessKnown()));
  complain(refusal, form);
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

// The number of the last event known: what depends on the board is refused if something else has happened.
const known = () => ({ expected: Number(drawn().dataset.number) });

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
  return enter("throws/", { die: Number(die), move: move || null, ...known() });
}

function tapPawn({ colour, field, move }) {
  if (move !== "?") return record(move);
  offers().find((offer) => offer.dataset.colour === colour && offer.dataset.field === field).focus();
}

// --- forms ------------------------------------------------------------------------------------------------

// What a field holds, by its data-type; empty fields are left out. A name with dots leads into objects and lists.
const READ = {
  text: (value) => value,
  whole: Number,
  minutes: (value) => Number(value) * 60,
  numbers: (value) => (value.match(/\d+/g) || []).map(Number),
  pairs: (value) => value.split(",").map(READ.numbers),
  members: (value) => Object.fromEntries(new URLSearchParams(value)),
};

function told(form, button) {
  const content = {};
  for (const field of form.elements) {
    const { draft, type = "text" } = field.dataset;
    const left = /^(radio|checkbox)$/.test(field.type) ? !field.checked : field.type === "submit" && field !== button;
    if (left || !field.name || draft !== undefined || !field.value.trim()) continue;
    const value = READ[type](field.value.trim());
    if (type === "members") Object.assign(content, value);
    else place(content, field.name.split("."), value);
  }
  return content;
}

function place(content, [name, ...rest], value) {
  if (!rest.length) content[name] = value;
  else place((content[name] ??= /^\d+$/.test(rest[0]) ? [] : {}), rest, value);
}

function send(form, button) {
  const depends = (form.dataset.guard ?? "expected") === "expected";
  return enter(form.dataset.send, { ...told(form, button), ...(depends ? known() : {}) }, form);
}

// Colours that are tapped one after the other get places: the names of their fields tell which.
function order(group, tapped) {
  const fields = [...group.querySelectorAll("input")];
  tapped.dataset.at = fields.filter((field) => field.checked).length;
  const chosen = fields.filter((field) => field.checked).sort((one, other) => one.dataset.at - other.dataset.at);
  for (const field of fields) {
    const at = chosen.indexOf(field);
    field.dataset.at = at + 1;
    field.name = at < 0 ? "" : `${group.dataset.order}.${at}`;
    field.closest("label").querySelector("output").textContent = at < 0 ? "" : `${at + 1}.`;
  }
}

let previews = 0;

// What an entry would lead to, drawn by the server; an answer that comes too late is not shown any more.
async function preview(form) {
  const number = ++previews;
  const asked = [...form.querySelectorAll("[data-draft], [data-asked]")];
  const fields = asked.filter((field) => field.type !== "radio" || field.checked);
  const query = new URLSearchParams(fields.map((field) => [field.name, field.value]));
  const answer = await answered(`${form.dataset.preview}?${query}`);
  const drawn = await answer.text();
  if (number !== previews || !form.isConnected || !answer.ok) return;
  const focus = document.activeElement.name;
  const shown = form.querySelector(".preview");
  shown.innerHTML = drawn;
  if (document.activeElement === document.body) shown.querySelector(`[name="${focus}"]`)?.focus({ preventScroll: true });
  picked = null;
}

async function shift(form) {
  const { origin, target } = form.elements;
  const answer = await answered(form.dataset.shift.replace("0/0/", `${origin.value}/${target.value}/`));
  form.querySelector(".shifted").innerHTML = await answer.text();
}

// --- a board set by hand ----------------------------------------------------------------------------------

let picked = null; // the pawn that was tapped, while its field is awaited

function tapBoard(form, target) {
  const pawn = target.closest(".board-pawn");
  const field = target.closest("[data-absolute], [data-field]");
  if (pawn) pick(pawn);
  else if (field && picked) move(form, picked, field);
}

function pick(pawn) {
  picked?.classList.remove("picked");
  picked = pawn;
  picked.classList.add("picked");
}

function move(form, pawn, target) {
  const input = form.elements[pawn.dataset.colour];
  const field = fieldOf(target.dataset, input);
  if (!field) return;
  const fields = input.value.split(/[\s,]+/);
  fields[fields.indexOf(pawn.dataset.field)] = field;
  input.value = fields.join(", ");
  preview(form);
}

// The field as the pawn's own colour counts it: on the track from its A on.
function fieldOf({ absolute, colour, field }, input) {
  if (absolute === undefined) return colour === input.name ? field : null;
  const track = Number(input.closest("[data-track]").dataset.track);
  const progress = (Number(absolute) - Number(input.dataset.start) + track) % track;
  return progress ? String(progress) : "A";
}

// A pawn on the big board, tapped for a penalty.
function choosePawn({ colour, field }) {
  const choice = desk.querySelector(`details[open] [data-pawns] [data-colour="${colour}"][data-field="${field}"]`);
  if (choice) choice.checked = true;
}

// --- fingers and keys -------------------------------------------------------------------------------------

desk.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-die]");
  const offer = target.closest("[data-move]");
  const pawn = target.closest(".board-pawn");
  if (target.closest("[data-roll]")) roll();
  else if (target.closest(".preview svg")) tapBoard(target.closest("form"), target);
  else if (key) throwDie(key.dataset.die);
  else if (offer && pawn) tapPawn(offer.dataset);
  else if (offer) record(offer.dataset.move);
  else if (pawn) choosePawn(pawn.dataset);
});

desk.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  if ("shift" in form.dataset) shift(form);
  else send(form, event.submitter);
});

desk.addEventListener("input", () => (touched = true));
desk.addEventListener("change", ({ target }) => {
  const group = target.closest("[data-order]");
  if (group) order(group, target);
  if (target.matches("[data-draft], [data-asked]")) preview(target.form);
});
// "toggle" does not bubble.
desk.addEventListener("toggle", ({ target }) => unfolded(target), true);

function unfolded(details) {
  const form = details.querySelector(":scope > form");
  if (!details.open) touched = false;
  else if (form?.dataset.preview) preview(form);
}

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
  return !busy && !touched && die === null && !desk.querySelector("details[open] > form") && !document.hidden;
}

async function look() {
  if (!idle()) return;
  const answer = await fetch(desk.dataset.desk, { cache: "no-store", ...unlessKnown() });
  if (!idle()) return;
  const { open } = desk.querySelector(".more");
  await put(answer);
  desk.querySelector(".more").open = open;
}

setInterval(() => look().catch(() => {}), LOOK_EVERY); // without connection: the next look may find one
