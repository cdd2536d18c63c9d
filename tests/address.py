"""Addresses of pages in the language in which the tests read them."""

from django.urls import reverse
from django.utils.translation import override


def english(name: str, *args: object) -> str:
    with override("en"):
        return reverse(name, args=args)
