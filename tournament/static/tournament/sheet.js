// Typing a sheet without looking up: two keys a game, the rest by itself.
// Everything here is also checked by the server; without it the page works.

const form = document.querySelector("[data-sheet]");
if (form) watch(form, JSON.parse(document.getElementById("live-check").textContent));

function watch(form, live) {
  const games = [...form.querySelectorAll("[data-game]")];
  const totals = [...form.querySelectorAll("[data-total]")];
  const sums = [...form.querySelectorAll("[data-sum]")];
  const check = form.querySelector("[data-check]");
  const say = form.querySelector("[data-say]");
  const save = form.querySelector("[data-save]");
  const reason = form.querySelector("[name=reason]");
  const jump = document.querySelector(".to-table input");

  const fill = (text, facts) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
  const byTotals = () => form.elements.way.value === "totals";
  const isRight = (input) => places(input.value) !== null;

  // The places of the three seats, or null where the keys are no game.
  function places(text) {
    const read = [...text].map((key) => live.keys.indexOf(key));
    if (read.includes(-1) || new Set(read).size < read.length) return null;
    if (read.length === 2) read.push(3 - read[0] - read[1]);
    return read.length === 3 ? read : null;
  }

  // Wrong is what no further key can mend; one good key is just not done yet.
  function isWrong(text) {
    if ([...text].some((key) => !live.keys.includes(key))) return true;
    return text.length > 1 && places(text) === null;
  }

  function tell(input, fault, text) {
    fault.parentElement.querySelector(".errorlist")?.remove();
    fault.textContent = text;
    fault.hidden = !text;
    const row = fault.closest("tr");
    if (row) row.hidden = !text;
    say.textContent = text;
    input.toggleAttribute("aria-invalid", false);
    input.removeAttribute("aria-describedby");
    if (text) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", fault.id);
    }
  }

  function showRow(input) {
    const row = input.closest("tr");
    const read = places(input.value);
    row.querySelectorAll("[data-seat]").forEach((cell, seat) => {
      cell.textContent = read ? live.points[read[seat]] : "";
    });
    const stored = row.querySelector(".stored");
    stored?.classList.toggle("differs", stored.textContent.trim() !== input.value);
  }

  function showSums() {
    const perSeat = [0, 0, 0];
    for (const read of games.map((input) => places(input.value))) {
      read?.forEach((place, seat) => (perSeat[seat] += live.points[place]));
    }
    sums.forEach((cell, seat) => (cell.textContent = perSeat[seat]));
    const numbers = byTotals()
      ? totals.map((box) => Number(box.querySelector("input").value) || 0)
      : perSeat;
    const sum = numbers.reduce((one, other) => one + other);
    const rest = Math.abs(live.check - sum);
    const word = sum < live.check ? "under" : sum > live.check ? "over" : "right";
    check.textContent = fill(live.words[word], { sum, rest });
    check.classList.toggle("success", word === "right");
    check.classList.toggle("error", word === "over");
  }

  function go(input) {
    input.focus();
    input.select?.();
  }

  // On to the next game that is not right, so that a wrong one does not shift
  // all that follow; at the end back to what is wrong, then to what is left.
  function goOn(at) {
    const open = games.filter((input) => !isRight(input));
    const next = open.find((input) => games.indexOf(input) > at) ?? open[0];
    go(next ?? (reason && !reason.value ? reason : save));
  }

  games.forEach((input, at) => {
    const fault = input.closest("tr").nextElementSibling.querySelector("[data-fault]");
    fault.id = `${input.id}_live`;
    showRow(input);

    input.addEventListener("input", (event) => {
      const read = places(input.value);
      if (read && input.value.length === 2) input.value += live.keys[read[2]];
      const wrong = isWrong(input.value);
      tell(input, fault, wrong ? fill(live.words.game, { game: at + 1 }) : "");
      showRow(input);
      showSums();
      const typed = !event.inputType?.startsWith("delete");
      if (typed && input.value.length > 1) goOn(at);
    });

    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const back = event.key === "ArrowUp" || (event.key === "Backspace" && !input.value);
      if (back && at > 0) go(games[at - 1]);
      else if (event.key === "ArrowDown" && at + 1 < games.length) go(games[at + 1]);
      else if (event.key.toLowerCase() === "t") go(jump);
      else return;
      event.preventDefault();
    });
  });

  totals.forEach((box, at) => {
    const input = box.querySelector("input");
    const fault = box.querySelector("[data-fault]");
    fault.id = `${input.id}_live`;
    input.addEventListener("input", showSums);
    // Only once it is whole: the 3 of 34 is not out of range yet.
    input.addEventListener("change", () => {
      const total = Number(input.value);
      const { reachable, words } = live;
      const inRange = total >= reachable[0] && total <= reachable.at(-1);
      const word = inRange ? words.unreachable : words.range;
      const right = !input.value || reachable.includes(total);
      tell(input, fault, right ? "" : fill(word, { seat: at + 1, total: input.value }));
    });
  });

  save.addEventListener("keydown", (event) => {
    if (event.key !== "Backspace" || byTotals()) return;
    event.preventDefault();
    go(games.at(-1));
  });

  for (const way of form.querySelectorAll("[name=way]")) {
    way.addEventListener("change", () => {
      showSums();
      // Arrow keys move through the two ways; only a click goes on to typing.
      if (!way.matches(":focus-visible")) {
        go(byTotals() ? totals[0].querySelector("input") : games[0]);
      }
    });
  }

  for (const part of form.querySelectorAll(".needs-script")) part.hidden = false;
  showSums();
}
