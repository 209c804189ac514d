// The page to practise on: the rules of the phone and its hands, without a recording. Nothing is sent or kept; only
// why a pawn stays is asked of the site, which reads the position and forgets it.

import * as feedback from "./feedback.js";
import { listenToHands } from "./hands.js";
import { post } from "./http.js";
import { showStanding } from "./messages.js";
import { api, carried, controls, desk, inTurn, session } from "./session.js";
import { GameState } from "./state.js";
import { remindOfClock, watchLimit } from "./timekeeping.js";

// What the hands ask of a recording (sync.js), where there is none.
class Practice {
  conflict = null;
  isSent = true;

  /** @param {import("./state.js").GameStateData} begun */
  constructor(begun) {
    this.now = new GameState(begun);
  }

  add(path, content) {
    this.now = this.now.after({ path, content });
    draw();
    return Promise.resolve();
  }

  // There is nothing to send.
  send() {
    return Promise.resolve();
  }

  async pawnsOf(die) {
    const { position, finished } = this.now.play;
    const seats = JSON.parse(document.getElementById("seating").textContent);
    const asked = { rules: desk.dataset.rules, seats, position, finished, die };
    const answer = await post(api, asked).catch(() => null);
    return answer?.ok ? (await answer.json()).dice[0].pawns : null;
  }
}

function draw() {
  const { now } = session.recording;
  showStanding();
  feedback.entered();
  remindOfClock(now);
  /** @type {HTMLElement} */ (desk.querySelector(".again")).hidden = now.isRunning;
}

inTurn(() => {
  const begun = carried(desk);
  session.recording = /** @type {any} */ (new Practice(begun));
  controls.take(session.recording.now, begun.clock);
  listenToHands(() => {});
  watchLimit();
  desk.inert = false; // until here a tap would have been lost
  document.documentElement.dataset.ready = "yes";
});
