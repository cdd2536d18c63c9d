"""Slows down whoever guesses passwords.

Counted by user name and address together: all phones of a pub share one
address, and a name alone would let a stranger lock an organiser out.
"""

import hashlib

from django.core.cache import cache

TRIES = 10
WINDOW = 15 * 60


def too_often(name: str, address: str) -> bool:
    return bool(cache.get(_key(name, address), 0) >= TRIES)


def count_wrong(name: str, address: str) -> None:
    key = _key(name, address)
    cache.add(key, 0, WINDOW)
    try:
        cache.incr(key)
    except ValueError:  # ran out between the two calls
        cache.set(key, 1, WINDOW)


def forget(name: str, address: str) -> None:
    cache.delete(_key(name, address))


def _key(name: str, address: str) -> str:
    digest = hashlib.sha256(f"{name.casefold()}\n{address}".encode()).hexdigest()
    return f"guesses:{digest}"
