"""`draw verify FILE`: check the record of a published draw."""

import sys

from .draw_record import Difference, Part, verify_text

TRUE, FALSE, UNREADABLE = 0, 1, 2

# Of these there are no two values to compare.
WITHOUT_VALUES = {
    Part.TEXT: "not spelled as a record is: something was changed, or it is no record",
    Part.REQUEST: "what the draw was made from is not as it can be",
}


def verify_file(path: str) -> int:
    """Print what differs; 0 if nothing does, 1 if something does, 2 without a file."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return UNREADABLE
    differences = verify_text(text)
    for difference in differences:
        print(in_words(difference))
    if differences:
        print(f"{path}: this is not the draw that follows from its secret")
        return FALSE
    print(f"{path}: the draw follows from its secret and the room's part")
    return TRUE


def in_words(difference: Difference) -> str:
    part, recorded, computed = difference.part, difference.recorded, difference.computed
    if computed is None:
        return f"{part}: {WITHOUT_VALUES[part]}"
    number = f" {difference.number}" if difference.number else ""
    return f"{part}{number}: recorded {recorded}, computed {computed}"
