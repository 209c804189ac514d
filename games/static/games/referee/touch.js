// Fingers that bounce, and those that are quicker than the eye.

// How long a key is deaf after it was tapped, and a choice after it has appeared, in milliseconds.
const DEAF = 300;
// A tap closer to the last one than this, in pixels, is on the same place.
const NEAR = 24;

let last = { at: -Infinity, x: 0, y: 0 };
let appeared = -Infinity; // when what is to be chosen from was drawn

// Whether a tap is the echo of the one before it. Keys of a keyboard (without a count of clicks) have none.
/** @param {MouseEvent} event */
export function isEcho({ detail, timeStamp: at, clientX: x, clientY: y }) {
  if (!detail) return false;
  if (at - last.at < DEAF && Math.hypot(x - last.x, y - last.y) < NEAR) return true;
  last = { at, x, y };
  return false;
}

// What is to be chosen from is drawn now.
export const choicesAppear = () => (appeared = performance.now());

// Whether a tap came before anybody can have seen what there is to choose from.
/** @param {MouseEvent} event */
export const isTooSoon = ({ detail, timeStamp }) => detail > 0 && timeStamp - appeared < DEAF;
