// Trapdoors and wormholes laid by taps: fields of the board inside [data-laying] go into the input [data-lay] and out
// of it again. What is drawn from a published seed (input [data-seed]) is laid otherwise by the first tap.

const FIELD = "circle[data-absolute]:not([data-colour])";
const SVG = "http://www.w3.org/2000/svg";

const fieldsIn = (input) => (input.value.match(/\d+/g) ?? []).map(Number);

// As it is written: "5, 13, 21, 29", or ends of wormholes two by two: "3-27, 9-41".
function written(fields, inPairs) {
  if (!inPairs) return fields.sort((one, other) => one - other).join(", ");
  const pairs = [];
  for (let at = 0; at < fields.length; at += 2) pairs.push(fields.slice(at, at + 2).join("-"));
  return pairs.join(", ");
}

function tap(input, field) {
  const fields = fieldsIn(input);
  const at = fields.indexOf(field);
  if (at >= 0) fields.splice(at, 1);
  else if (fields.length < Number(input.dataset.most)) fields.push(field);
  input.value = written(fields, input.dataset.lay === "wormholes");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// Marks on the fields that are laid: T, or W with the number of the pair.
export function drawSpecialFields(root = document) {
  const input = root.querySelector("input[data-lay]");
  const board = root.querySelector("[data-laying] svg");
  if (!input || !board) return;
  for (const mark of board.querySelectorAll(".laid")) mark.remove();
  const inPairs = input.dataset.lay === "wormholes";
  for (const [at, field] of fieldsIn(input).entries()) {
    const circle = board.querySelector(`circle[data-absolute="${field}"]`);
    if (!circle) continue;
    const mark = document.createElementNS(SVG, "text");
    const [x, y] = [Number(circle.getAttribute("cx")), Number(circle.getAttribute("cy"))];
    for (const [name, value] of Object.entries({ class: "laid", x, y, dy: "0.35em" })) mark.setAttribute(name, String(value));
    mark.textContent = inPairs ? `W${Math.floor(at / 2) + 1}` : "T";
    circle.parentNode.append(mark);
  }
}

document.addEventListener("click", ({ target }) => {
  const circle = target.closest("[data-laying]") && target.closest(FIELD);
  if (circle) tap(document.querySelector("input[data-lay]"), Number(circle.dataset.absolute));
});

// Every form of the page with which the game can begin tells the same.
document.addEventListener("input", ({ target }) => {
  if (!target.matches("input[data-lay]")) return;
  for (const other of document.querySelectorAll("input[data-lay]")) other.value = target.value;
  for (const seed of document.querySelectorAll("input[data-seed]")) seed.value = "";
  drawSpecialFields();
});

drawSpecialFields();
