"""`draw verify FILE`: check the record of a published draw."""

import sys

from .draw_record import verify_text

TRUE, FALSE, UNREADABLE = 0, 1, 2


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
        number = f" {difference.number}" if difference.number else ""
        print(
            f"{difference.part}{number}: "
            f"recorded {difference.recorded}, computed {difference.computed}"
        )
    if differences:
        print(f"{path}: this is not the draw that follows from its secret")
        return FALSE
    print(f"{path}: the draw follows from its secret and the room's part")
    return TRUE
