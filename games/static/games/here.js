// The page of a board's link, and that on which its next game begins, follow by themselves: as soon as there is a game
// they lead there, and what they list stays right.

import "./throwing.js";

const EVERY = 3000;
const EVERY_HIDDEN = 30000;

async function look() {
  const answer = await fetch(location.href, { cache: "no-store" });
  // One game under way: the site sends whoever asks on to it.
  if (answer.redirected) return location.replace(answer.url);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [old, current] = [document, page].map((each) => each.querySelector("[data-here]"));
  if (current && current.textContent !== old.textContent) old.replaceWith(current);
}

async function follow() {
  await look().catch(() => {}); // without a connection the next look may find one
  setTimeout(follow, document.hidden ? EVERY_HIDDEN : EVERY);
}

setTimeout(follow, EVERY);
document.addEventListener("visibilitychange", () => document.hidden || look().catch(() => {}));
