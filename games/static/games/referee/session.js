// What the parts of the referee's page share: the desk, what is drawn on it, and what is going on.

import { hearTime } from "../site-time.js";
import { Controls } from "./controls.js";

export const desk = document.getElementById("desk");
hearTime(desk.dataset.serverTime);
export const { api } = desk.dataset;
export const controls = new Controls(desk);

export const session = {
  /** @type {import("./sync.js").Recording} */
  recording: undefined,
  isHere: true, // no other window of this browser has taken over
  busy: false, // a form is on its way
  touched: false, // a form holds what somebody has begun to write
  heard: 0, // the number of the last event that the stream has told of
};

/** @type {Promise<unknown>} */
let turn = Promise.resolve();
let undone = 0; // taps that are not worked off yet: `data-taps` of the desk says how many

// What is tapped is done one after the other.
/** @param {() => unknown} work */
export function inTurn(work) {
  desk.dataset.taps = String(++undone);
  turn = turn
    .then(() => session.isHere && work())
    .catch((error) => console.warn(error))
    .then(() => (desk.dataset.taps = String(--undone)));
}

// The desk as the site has drawn it last, and the game that came with it.
export const drawn = () => desk.querySelector(".desk");
export const carried = (place) => JSON.parse(place.querySelector("script[type='application/json']").textContent);
