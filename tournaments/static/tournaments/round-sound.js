// The sound when a round is over: off until somebody turns it on by a tap, as browsers play none before.

import { alarm } from "../games/referee/feedback.js";

// Heard above a hall that talks.
const TIMES = [0, 1500, 3000];
const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-sound]"));
let isOn = false;

export function ring() {
  if (isOn) for (const after of TIMES) setTimeout(alarm, after);
}

function show() {
  button.textContent = isOn ? button.dataset.off : button.dataset.on;
  button.setAttribute("aria-pressed", String(isOn));
}

// Whoever turns it on hears it once.
button?.addEventListener("click", () => {
  isOn = !isOn;
  if (isOn) alarm();
  show();
});

if (button) {
  show();
  button.hidden = false;
}
