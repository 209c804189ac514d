// Throws for the start on a page of their own: a die is tapped once. Until the page with the next throw has come its
// keys are deaf.

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.querySelector(".die-key")) form.inert = true;
});
// A page that is shown again by "Back" takes taps again.
addEventListener("pageshow", () => {
  for (const key of document.querySelectorAll(".die-key")) key.form.inert = false;
});
