// The clock while a game is recorded: a tap lets it stand or go on, and when the time is up it leads to the adjudication.

import { canDo, isTimeUp } from "./clock.js";
import * as feedback from "./feedback.js";
import { say } from "./i18n.js";
import { UNTIL_TAPPED, tell } from "./messages.js";
import { openAct } from "./panel.js";
import { desk, inTurn, session } from "./session.js";
import { isKept, tellRecorded } from "./submit.js";

const EVERY = 500;
let told; // the start of the clock whose end was told

// A tap on the clock lets it stand or go on; after the time limit it says what follows.
export function tapClock() {
  const { clock } = session.recording.now;
  if (clock.limit_reached || isTimeUp(clock)) return tellTimeUp();
  inTurn(async () => {
    const action = /** @type {const} */ (["pause", "resume", "start"]).find((each) => canDo(clock, each));
    if (action && (await isKept("clock/", { action }))) tellRecorded("clock/");
  });
}

// Throws while the clock is paused are not timed: whoever has forgotten it is told.
export function remindOfClock({ clock, steps }) {
  const isPaused = clock.played_ms !== undefined && !clock.since && !clock.limit_reached;
  if (isPaused && steps[0]?.colour) tell(say("clock stands"), [say("go on"), tapClock]);
}

// From now on the end of the time is told once, by sight, sound and vibration.
export function watchLimit() {
  setInterval(() => {
    const { clock, isRunning } = session.recording.now;
    const isUp = isRunning && isTimeUp(clock);
    document.body.classList.toggle("time-up", isUp);
    if (!isUp || told === clock.since || !session.isHere) return;
    told = clock.since;
    feedback.alarm();
    tellTimeUp();
  }, EVERY);
}

// Whoever may not adjudicate calls somebody who may.
function tellTimeUp() {
  const may = desk.querySelector("[data-send='adjudication/']");
  tell(say("time up"), may ? [say("adjudicate"), adjudicate] : [say("call the referee"), () => openAct("call/")], UNTIL_TAPPED);
}

function adjudicate() {
  inTurn(async () => {
    if (canDo(session.recording.now.clock, "limit")) await isKept("clock/", { action: "limit" });
    openAct("adjudication/");
  });
}
