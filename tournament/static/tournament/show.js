// Reveals the tables of a draw one by one. Without it all of them are there.

const show = document.querySelector("[data-show]");
const part = (name) => show.querySelector(`[data-${name}]`);
const cards = [...show.querySelectorAll("[data-card]")];
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

// Nine tables may take their time; a hundred are through in four minutes.
const LONGEST = 5000;
const SHORTEST = 1500;
const WHOLE = 240000;
const pace = Math.max(SHORTEST, Math.min(LONGEST, WHOLE / cards.length));

let at = 0;
let paused = still;
let timer;

function schedule() {
  clearTimeout(timer);
  if (at > 0 && at <= cards.length && !paused) timer = setTimeout(next, pace);
}

function next() {
  if (at >= cards.length) {
    all();
    return;
  }
  part("cue").hidden = true;
  const card = cards[at].cloneNode(true);
  const revealed = document.createElement("div");
  revealed.className = "revealed";
  revealed.append(...card.childNodes);
  part("stage").replaceChildren(revealed);
  at += 1;
  part("counter").textContent = show.dataset.counting
    .replace("{at}", at)
    .replace("{all}", cards.length);
  schedule();
}

// A wall cannot be scrolled: smaller letters, as long as they can be read.
function fit() {
  if (innerWidth < 700) return;
  const wall = part("wall");
  for (let size = 3; size >= 0.75; size -= 0.05) {
    wall.style.fontSize = `${size}rem`;
    if (wall.getBoundingClientRect().bottom + scrollY <= innerHeight) break;
  }
}

function all() {
  clearTimeout(timer);
  at = cards.length + 1;
  for (const name of ["cue", "stage", "counter", "next", "pause", "all"]) part(name).hidden = true;
  for (const name of ["wall", "end"]) part(name).hidden = false;
  show.classList.remove("one-by-one");
  fit();
}

function pause() {
  paused = !paused;
  part("pause").setAttribute("aria-pressed", paused);
  schedule();
}

for (const name of ["wall", "end"]) part(name).hidden = true;
for (const name of ["cue", "stage", "counter", "next", "pause", "all"]) part(name).hidden = false;
part("pause").setAttribute("aria-pressed", paused);
show.classList.add("one-by-one");
part("next").addEventListener("click", next);
part("pause").addEventListener("click", pause);
part("all").addEventListener("click", all);
window.addEventListener("resize", () => at > cards.length && fit());
document.addEventListener("click", (event) => {
  if (at <= cards.length && !event.target.closest("a, button, form")) next();
});
document.addEventListener("keydown", (event) => {
  if (at > cards.length || event.target.closest("a, button, input")) return;
  if ([" ", "Enter", "ArrowRight", "PageDown"].includes(event.key)) {
    event.preventDefault();
    next();
  } else if (event.key === "Escape") {
    all();
  }
});
