// What takes a while says at once that it goes on: the button that was pressed is deaf, and says what is being done.
// Without this script the form is sent all the same.

for (const form of document.querySelectorAll("form:has([data-busy])")) {
  form.addEventListener("submit", (sent) => {
    const { submitter } = /** @type {SubmitEvent} */ (sent);
    // Enter in a field presses a hidden button where there is one.
    const button = submitter?.hidden ? form.querySelector("[data-busy]") : submitter;
    if (!(button instanceof HTMLButtonElement) || !button.dataset.busy) return;
    const words = button.textContent;
    // A disabled button sends nothing of its own: its name goes along first.
    setTimeout(() => {
      button.disabled = true;
      button.textContent = button.dataset.busy ?? words;
      button.setAttribute("aria-busy", "true");
    });
    // Back in the browser's history the page is as it was left.
    addEventListener("pageshow", () => {
      button.disabled = false;
      button.textContent = words;
      button.removeAttribute("aria-busy");
    }, { once: true });
  });
}
