// The page of a board's link follows by itself: as soon as there is a game it leads there, and its lists stay right.

const EVERY = 3000;
const EVERY_HIDDEN = 30000;

async function look() {
  const answer = await fetch(location.href, { cache: "no-store" });
  // One game under way: the site sends whoever asks on to it.
  if (answer.redirected) return location.replace(answer.url);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, current] = [document, page].map((each) => each.querySelector("[data-here]"));
  if (current && current.dataset.here !== old.dataset.here) old.replaceWith(current);
}

async function follow() {
  await look().catch(() => {}); // without a connection the next look may find one
  setTimeout(follow, document.hidden ? EVERY_HIDDEN : EVERY);
}

setTimeout(follow, EVERY);
document.addEventListener("visibilitychange", () => document.hidden || look().catch(() => {}));
