// Which forms need the site, and what is said while it is away.

import { say } from "./i18n.js";
import { isKeptHere } from "./kinds.js";

// Forms whose entries are not kept on the phone cannot be filled in without the site; they say so, and what has been written
// into them stays. A call can be made, but nobody hears it yet.
export function showOfflineNotices(desk, isThere) {
  for (const form of desk.querySelectorAll("form[data-send]")) {
    const { send } = form.dataset;
    const isKept = isKeptHere(send);
    const words = !isKept ? "only with a connection" : send === "call/" ? "call waits" : null;
    form.inert = !isKept && !isThere;
    if (words) showAbove(form, isThere ? "" : say(words));
  }
}

// Said once above the forms that stand together.
function showAbove(form, words) {
  const told = form.parentElement.querySelector(":scope > .needs-site");
  if (!words) return told?.remove();
  if (told) return;
  const place = document.createElement("p");
  place.className = "needs-site";
  place.textContent = words;
  form.before(place);
}
