// The part of the desk that is open is in sight, however narrow the menu is; a game that is asked for is open.

const menu = document.querySelector(".desk-parts");
const here = menu?.querySelector("[aria-current]");
if (menu instanceof HTMLElement && here instanceof HTMLElement) {
  menu.scrollLeft = here.offsetLeft - menu.offsetLeft - 16;
}

function openTarget() {
  const line = document.getElementById(location.hash.slice(1))?.querySelector(":scope > details");
  if (line instanceof HTMLDetailsElement) line.open = true;
}

openTarget();
addEventListener("hashchange", openTarget);
