// Typing a sheet without looking up: two keys a game, the rest by itself.
// Everything here is also checked by the server; without it the page works.

const live = JSON.parse(document.getElementById("live-check").textContent);
const form = document.querySelector("[data-sheet]");

if (form) {
  const games = [...form.querySelectorAll("[data-game]")];
  const totals = [...form.querySelectorAll("[data-total]")];
  const save = form.querySelector("[data-save]");
  const reason = form.querySelector("[name=reason]");
  const check = form.querySelector("[data-check]");
  const jump = document.querySelector(".jump input");

  for (const part of form.querySelectorAll(".needs-script")) part.hidden = false;

  const fill = (text, facts) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);

  // The places of the three seats, or null where the keys are no game.
  function places(text) {
    const read = [...text].map((key) => live.keys.indexOf(key));
    if (read.includes(-1) || new Set(read).size < read.length) return null;
    if (read.length === 2) read.push(3 - read[0] - read[1]);
    return read.length === 3 ? read : null;
  }

  const isRight = (input) => places(input.value) !== null;

  // Wrong is only what no further key can mend.
  function isWrong(input) {
    const text = input.value;
    const unknown = [...text].some((key) => !live.keys.includes(key));
    return unknown || (text.length > 1 && !isRight(input));
  }

  function tell(place, box, input, text) {
    const old = box.querySelector(".errorlist");
    if (old) old.remove();
    place.textContent = text;
    place.hidden = !text;
    if (box !== place.parentElement || box.tagName === "TR") box.hidden = !text;
    input.setAttribute("aria-invalid", text ? "true" : "false");
    if (!text) input.removeAttribute("aria-invalid");
  }
}
