// The record of a game: computes its throws again when asked to.
import { verifyGame } from "./verify_game.js";

const button = document.querySelector("[data-verify]");
const verdict = document.querySelector("[data-verdict]");
button.hidden = false;
button.addEventListener("click", async () => {
  const { verify, right, wrong, failed } = button.dataset;
  let isRight = false;
  try {
    const faults = verifyGame(await (await fetch(verify)).json());
    isRight = !faults.length;
    verdict.textContent = isRight ? right : `${wrong} ${faults.join(", ")}`;
  } catch {
    verdict.textContent = failed;
  }
  verdict.className = `message ${isRight ? "success" : "error"}`;
});
