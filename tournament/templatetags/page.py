"""What every page needs from its address."""

from typing import Any

from django import template
from django.urls import translate_url

register = template.Library()


@register.simple_tag(takes_context=True)
def other_language(context: dict[str, Any], code: str) -> str:
    """The address of this page in another language."""
    return translate_url(context["request"].get_full_path(), code)
