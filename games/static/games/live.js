// Follows a game or an event: whenever the site's stream says that something has happened, puts the part of the page
// that the server has drawn anew in its place. Where no stream can be had, and while nobody looks, it asks from time
// to time instead; so does a page without a stream, as often as what it shows says (data-every), for hundreds of
// phones in a hall. Stops when the game or the event is over.

const USUAL = 2000;
const EVERY_HIDDEN = 30000;
// Not all viewers ask at the same moment.
const SPREAD = 300;
const SPREAD_WITHOUT_STREAM = 1500;

const live = document.querySelector("[data-live]:not([data-beside])");
// What the stream tells beside the events, in a part of its own: the chances.
const beside = document.querySelector("[data-beside]");
const news = document.querySelector("[data-news]");
let stream = null;
let next = null;

// In milliseconds.
function every() {
  return Number(live.querySelector("[data-every]")?.dataset.every ?? USUAL);
}

function ended() {
  return live.querySelector("[data-state]").hasAttribute("data-over");
}

// Asks for a part of the page; whether it has changed.
async function renewed(part) {
  // What somebody is typing stays.
  if (part.contains(document.activeElement) && document.activeElement.matches("input")) return false;
  const answer = await fetch(part.dataset.live, {
    headers: { "If-None-Match": part.dataset.etag },
    cache: "no-store",
  });
  if (answer.status !== 200) return false;
  const unfolded = part.querySelector("details[open]") !== null;
  part.innerHTML = await answer.text();
  part.dataset.etag = answer.headers.get("ETag");
  if (unfolded) part.querySelector("details")?.setAttribute("open", "");
  return true;
}

async function look() {
  const changed = await renewed(live);
  if (beside && !stream) await renewed(beside);
  if (!changed) return;
  news.textContent = live.querySelector("[data-told]").dataset.told.trim();
}

async function follow() {
  try {
    await look();
  } catch {
    // No connection: the next look may find one.
  }
  if (ended()) hangUp();
  else if (!stream) lookIn(document.hidden ? EVERY_HIDDEN : every());
}

function lookIn(milliseconds) {
  clearTimeout(next);
  next = setTimeout(follow, milliseconds);
}

function listen() {
  // The ETag begins with the number of what is shown: "41-en".
  const shown = parseInt(live.dataset.etag.slice(1), 10);
  stream = new EventSource(`${live.dataset.stream}?last_event_id=${shown}`);
  for (const message of ["event", "standings"]) {
    stream.addEventListener(message, () => lookIn(Math.random() * SPREAD));
  }
  stream.addEventListener("chances", () => {
    if (beside) setTimeout(() => renewed(beside).catch(() => {}), Math.random() * SPREAD);
  });
  stream.addEventListener("end", () => {
    hangUp();
    lookIn(Math.random() * SPREAD);
  });
  // A connection that breaks off is made again by the browser; a refusal is final.
  stream.addEventListener("error", () => {
    if (stream?.readyState !== EventSource.CLOSED) return;
    hangUp();
    lookIn(every());
  });
}

function hangUp() {
  stream?.close();
  stream = null;
}

// A browser opens only few connections to a site: a page that nobody looks at holds none.
function listenWhileSeen() {
  if (ended()) return;
  if (document.hidden) {
    hangUp();
    lookIn(EVERY_HIDDEN);
  } else if (!live.dataset.stream) {
    lookIn(Math.random() * SPREAD_WITHOUT_STREAM);
  } else if (!stream) {
    listen();
    clearTimeout(next);
  }
}

if (!ended()) {
  document.documentElement.classList.add("follows");
  document.addEventListener("visibilitychange", listenWhileSeen);
  listenWhileSeen();
}
