/* Computes every throw of a game's record again, as scoring/fair_game.py does.
 * Runs in any browser and loads nothing but the hashing of verify.js.
 */
import { commitment, deriveDice } from "./verify.js";

const EVENT = /^([0-9])(r([1-6]*)(t[12])?|s|c[1-9]+)(:([1-6]+))?$/;

/** The numbers of the events whose dice are others than they must be; 0 stands for
 * the commitment. Whatever is no record throws a TypeError. */
export function verifyGame(record) {
  const { fair, events } = record ?? {};
  const isText = (value) => typeof value === "string";
  if (!fair || !isText(events) || !isText(fair.secret) || !isText(fair.commitment)) {
    throw new TypeError("no record with its fairness");
  }
  if (!Array.isArray(fair.parts) || !fair.parts.every(isText)) {
    throw new TypeError("no record with its fairness");
  }
  const wrong = commitment(fair.secret) === fair.commitment ? [] : [0];
  events.split(" ").filter(Boolean).forEach((text, at) => {
    const event = EVENT.exec(text);
    if (!event) throw new TypeError(`no event: ${text}`);
    const dice = event[6] ?? "";
    const due = dice && deriveDice(fair.secret, fair.parts, at + 1, dice.length);
    // Dice have no order; a record has the highest first.
    if (dice && due.sort().reverse().join("") !== dice) wrong.push(at + 1);
  });
  return wrong;
}
