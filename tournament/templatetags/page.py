"""What every page needs from its address."""

import json
from typing import Any

import segno
from django import template
from django.urls import translate_url
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def other_language(context: dict[str, Any], code: str) -> str:
    """The address of this page in another language."""
    return translate_url(context["request"].get_full_path(), code)


@register.filter
def in_fours(text: str) -> list[str]:
    """Four letters at a time, as one reads out a long number.

    >>> in_fours("984ca5162200")
    ['984c', 'a516', '2200']
    """
    return [text[at : at + 4] for at in range(0, len(text), 4)]


@register.filter
def as_data(words: dict[str, str]) -> str:
    """For a data attribute, from which a script reads it."""
    return json.dumps(words, ensure_ascii=False)


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """An address to scan, as SVG: dark on white in either colour scheme."""
    code = segno.make_qr(address, error="m")
    # Safe: the drawing holds modules of the code, never the text itself.
    return mark_safe(
        code.svg_inline(
            border=3, dark="#000", light="#fff", omitsize=True, svgclass="code"
        )
    )
