// Every order that taps can lead to, and where every further tap leads: read by tests/games/test_tapped_places.py.

import { isOver, tap } from "../../games/static/games/places.js";

const { seats, ends } = JSON.parse(Deno.args[0]);
const found = {};
const open = [[]];
while (open.length) {
  const order = open.pop();
  if (order.join(" ") in found) continue;
  const taps = Object.fromEntries(Object.keys(seats).map((name) => [name, tap(order, name, seats, ends)]));
  found[order.join(" ")] = { isOver: isOver(order, seats, ends), taps };
  open.push(...Object.values(taps));
}
console.log(JSON.stringify(found));
