"""A person on players' pages: the one place for the markup of a name and a seat.

Written in Python, because a page shows hundreds of them.
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournament.links import link, told_apart
from tournament.queries.people import Person
from tournament.queries.public import Place, Whereabouts

register = template.Library()


@register.simple_tag(takes_context=True)
def person(context: dict[str, Any], someone: Person) -> SafeString:
    """Name and start number; `pages` of the context says where the link leads."""
    name = link(someone, context["pages"])
    number = f'<span class="no">{someone.number}</span>'
    return mark_safe(f"{name} {number}{told_apart(someone)}")


@register.simple_tag
def with_mates(mates: Sequence[Person | None]) -> SafeString:
    """ "with Anna and a stand-in" """
    one, other = (
        f"<bdi>{escape(mate.name)}</bdi>" if mate else escape(_("a stand-in"))
        for mate in mates
    )
    said = escape(_("with %(one)s and %(other)s")) % {"one": one, "other": other}
    return mark_safe(said)


@register.simple_tag
def where(place: Place) -> SafeString:
    """Table, seat and with whom; or why not."""
    if place.whereabouts is Whereabouts.SEATED:
        seat = _("Table %(table)s, seat %(seat)s") % {
            "table": place.table,
            "seat": place.seat,
        }
        return format_html(
            '<strong class="where">{}</strong> <span class="mates">{}</span>',
            seat,
            with_mates(place.mates),
        )
    if place.whereabouts is Whereabouts.SITS_OUT:
        return format_html(
            '<strong class="where">{}</strong>', _("sits out this round")
        )
    return format_html('<span class="where">{}</span>', _("not drawn in this round"))
