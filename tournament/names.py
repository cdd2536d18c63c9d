"""Names as people type them: tidied, compared, searched. Pure text."""

import re
import unicodedata

DEMO_USER = "demo"
"""The login of the demo tournament: nobody, as far as a real evening goes."""

# Marks that turn the writing direction of everything after them, and letters
# without width that come along from chats; joiners inside emoji stay.
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# Letters that carry no separate accent which could be taken off.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "’": "'"}
)


def tidy(text: str) -> str:
    """One line without control characters, accents joined to their letters.

    >>> tidy(" Jo\\u0308rg\\t Groß\\x00 ")
    'Jörg Groß'
    """
    text = _CONTROL.sub(" ", _INVISIBLE.sub("", text))
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold(text: str) -> str:
    """What a search compares: small letters without accents.

    >>> fold("Détlef ŁUKASIK, Groß")
    'detlef lukasik, gross'
    """
    parts = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def name_key(*names: str) -> str:
    """Equal for one name however it is spelled and in whichever order.

    >>> name_key("Lena", "Müller") == name_key("Mueller", "LENA")
    True
    """
    words = re.split(r"[\W_]+", fold(" ".join(names)))
    plain = (re.sub("([aou])e", r"\1", word) for word in words if word)
    return " ".join(sorted(plain)) or " ".join(names).strip()


def search_text(*parts: object) -> str:
    """The text in which a search for "muller", "mueller" or "müller" finds Müller.

    >>> search_text(7, "Müller")
    '7 muller 7 mueller'
    """
    text = " ".join(str(part) for part in parts if part)
    spelled = re.sub("([äöü])", r"\1e", unicodedata.normalize("NFC", text.casefold()))
    return f"{fold(text)} {fold(spelled)}" if spelled != text.casefold() else fold(text)
