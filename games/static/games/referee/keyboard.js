// The keyboard: everything that a finger can do, and the board to be heard.

// `does` says what the keys do: a face, a letter, a step through the offers, undoing.
export function listen(does) {
  const KEYS = {
    ArrowDown: () => does.step(1),
    ArrowRight: () => does.step(1),
    ArrowUp: () => does.step(-1),
    ArrowLeft: () => does.step(-1),
    Backspace: () => does.takeBack(),
    Escape: () => does.otherDie(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (/^\d$/.test(event.key)) does.face(Number(event.key));
    else if (KEYS[event.key]) {
      if (KEYS[event.key]() === false) return;
    } else if (/^[a-z]$/i.test(event.key)) does.letter(event.key.toLowerCase());
    else return;
    event.preventDefault();
  });
}
