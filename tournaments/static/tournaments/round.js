// The screen of a round: follows what is entered elsewhere, lets the clock run between two looks, rings at its end.

import { clockText } from "../games/generated/clock.js";
import { ring } from "./round-sound.js";

const EVERY = 5000;
const part = document.getElementById("round");
let etag = "";
let begun = performance.now();
let isOver = false;

// The clock is read from the page that the server has drawn, and goes on from there.
function tick() {
  const clock = part?.querySelector("[data-clock]");
  if (!clock || !("runs" in clock.dataset) || clock.dataset.left === "") return;
  const left = Math.round(Number(clock.dataset.left) - (performance.now() - begun) / 1000);
  clock.querySelector("strong").textContent = clockText(BigInt(Math.max(left, 0)));
  if (left <= 0 && !isOver) {
    isOver = true;
    etag = "";
    ring();
    look();
  }
}

async function look() {
  const answer = await fetch(part.dataset.now, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" }).catch(() => null);
  if (answer?.status !== 200) return;
  const isInside = part.contains(document.activeElement) && document.activeElement.matches("button, a");
  const fresh = await answer.text();
  // Nobody loses the key under their finger: what has changed waits for the next look.
  if (isInside) return;
  part.innerHTML = fresh;
  etag = answer.headers.get("ETag") ?? "";
  begun = performance.now();
  const wasOver = isOver;
  isOver = Number(part.querySelector("[data-clock]")?.dataset.left || 1) <= 0;
  if (isOver && !wasOver && part.querySelector("[data-runs]")) ring();
}

if (part) {
  isOver = Number(part.querySelector("[data-clock]")?.dataset.left || 1) <= 0;
  setInterval(tick, 500);
  setInterval(() => document.hidden || look(), EVERY);
}
