// Places that are tapped in order: a list of names, the first place first.

/** Name → whose it is. @typedef {Record<string, string | undefined>} Seats */

/**
 * Whether the game is over with these at home (rules/rule_sets.py, Ends).
 * @param {string[]} order @param {Seats} seats @param {string} ends
 */
export function isOver(order, seats, ends) {
  const names = Object.keys(seats);
  const players = [...new Set(Object.values(seats))];
  const home = players.filter((player) => names.every((name) => seats[name] !== player || order.includes(name)));
  if (ends === "first colour") return order.length > 0;
  if (ends === "first player") return home.length > 0;
  if (ends === "all players") return home.length >= players.length - 1;
  return ends === "all colours" && order.length >= names.length - 1;
}

/**
 * The order after a tap. A name without a place gets the next one; a tap on a name that has a place takes that place
 * and the later ones back. Where all places are played for, the last one follows from the others: it is filled, and
 * a tap on it changes nothing.
 * @param {string[]} order @param {string} name @param {Seats} seats @param {string} ends
 */
export function tap(order, name, seats, ends) {
  const names = Object.keys(seats);
  const at = order.indexOf(name);
  const lastFollows = ends === "all colours";
  if (lastFollows && at === names.length - 1) return order;
  if (at >= 0) return order.slice(0, at);
  if (ends === "first colour") return [name];
  if (isOver(order, seats, ends)) return order;
  const after = [...order, name];
  if (!lastFollows || !isOver(after, seats, ends)) return after;
  return [...after, ...names.filter((each) => !after.includes(each))];
}
