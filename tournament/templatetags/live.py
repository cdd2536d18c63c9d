"""A part of a page that keeps itself current: see tournament/live.py."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.live import topic

register = template.Library()


@register.simple_tag
def live(kind: str, key: object) -> SafeString:
    """The attributes that make a part with `hx-get` and an `id` listen to a topic.

    The polling is the floor; `live.js` thins it out while the stream is open.
    The part is morphed, so that scroll, focus and what is open stay.
    """
    return format_html(
        'data-live="{}" hx-trigger="every 5s, nudge, online from:window" '
        'hx-swap="morph:outerHTML"',
        reverse("live", args=[topic(kind, key)]),
    )
