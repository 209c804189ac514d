// Of the windows of one browser in which a game is open, one records: the one that was opened last. Two would keep
// what they know in the same place, each over the other.

// Settled once this window is the one; `giveWay` is called when another takes over. Browsers have locks on https and
// on the machine itself only, and some not where they are to keep nothing.
export async function claimTab(game, giveWay) {
  if (!navigator.locks) return;
  await new Promise((done) => {
    const held = () => {
      done();
      return new Promise(() => {});
    };
    navigator.locks
      .request(`rauswurf-referee-${game}`, { steal: true }, held)
      .catch((error) => (error.name === "AbortError" ? giveWay() : done()));
  });
}
