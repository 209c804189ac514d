// Shows chances as they are worked out: asks from time to time whether there is more, while somebody looks, and puts
// what the server has drawn in its place. The page's own refreshing may put another element there meanwhile.

const EVERY = 5000;

async function look() {
  const shown = document.querySelector("[data-forecast]");
  if (!shown) return false;
  if (document.hidden) return true;
  const answer = await fetch(shown.dataset.forecast, {
    headers: { "If-None-Match": shown.dataset.etag },
    cache: "no-store",
  });
  if (answer.status === 200) {
    const open = [...shown.querySelectorAll("details")].map((each) => each.open);
    shown.innerHTML = await answer.text();
    shown.dataset.etag = answer.headers.get("ETag");
    shown.querySelectorAll("details").forEach((each, number) => (each.open = open[number] ?? false));
  }
  return true;
}

async function follow() {
  let goesOn = true;
  try {
    goesOn = await look();
  } catch {
    // No connection: the next look may find one.
  }
  if (goesOn) setTimeout(follow, EVERY);
}

setTimeout(follow, EVERY);
