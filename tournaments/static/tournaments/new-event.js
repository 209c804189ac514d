// What a new event leads to, while its form is filled in: who is meant by the names, how many games, how long.

const form = document.querySelector("[data-outlook]");
const place = document.getElementById("outlook");
/** Typing rests so long before it is asked. */
const PAUSE = 350;
const { names } = form.elements;
let waiting = 0;
let asked = 0;

async function ask() {
  const number = ++asked;
  const answer = await fetch(form.dataset.outlook, { method: "POST", body: new FormData(form) }).catch(() => null);
  // Of several answers the last one counts.
  if (!answer?.ok || number !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number !== asked) return;
  place.replaceChildren(...page.body.childNodes);
  // What each number offered leads to depends on how many play.
  for (const { dataset, textContent } of place.querySelectorAll("[data-value]")) {
    const radios = [...form.querySelectorAll("input[type=radio]")];
    const offered = radios.find(({ name, value }) => name === form.dataset.main && value === dataset.value);
    if (offered) offered.nextElementSibling.textContent = textContent;
  }
}

form.addEventListener("input", ({ target }) => {
  if (place.contains(target)) return;
  if (target === names) sessionStorage.setItem("names", names.value);
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
});

// Names stay when another format is chosen, until they are sent.
form.addEventListener("submit", () => sessionStorage.removeItem("names"));
const typed = sessionStorage.getItem("names");
if (typed && names && !names.value) {
  names.value = typed;
  ask();
}
