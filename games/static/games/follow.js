// Follows a game: asks every two seconds whether anything has happened and, if so, puts the part of the page
// that the server has drawn anew in its place. Stops when the game has ended.

const EVERY = 2000;
const EVERY_HIDDEN = 30000;

const live = document.querySelector("[data-live]");
const news = document.querySelector("[data-news]");

function ended() {
  return live.querySelector("[data-state]").dataset.state === "ended";
}

async function look() {
  const answer = await fetch(live.dataset.live, {
    headers: { "If-None-Match": live.dataset.etag },
    cache: "no-store",
  });
  if (answer.status !== 200) return;
  live.innerHTML = await answer.text();
  live.dataset.etag = answer.headers.get("ETag");
  news.textContent = live.querySelector("[data-told]").dataset.told.trim();
}

async function follow() {
  try {
    await look();
  } catch {
    // No connection: the next look may find one.
  }
  if (!ended()) setTimeout(follow, document.hidden ? EVERY_HIDDEN : EVERY);
}

if (!ended()) {
  document.documentElement.classList.add("follows");
  setTimeout(follow, EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || look().catch(() => {}));
}
