"""Dice and lids as they are drawn: SVG, so that they are sharp on every screen.

Written in Python, because a table shows many of them. What they mean stands in
words beside them.
"""

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

LEFT, MIDDLE, RIGHT = 26, 50, 74
CORNERS = ((LEFT, LEFT), (RIGHT, RIGHT), (RIGHT, LEFT), (LEFT, RIGHT))
CENTRE = (MIDDLE, MIDDLE)
PIPS = {
    1: (CENTRE,),
    2: CORNERS[:2],
    3: (*CORNERS[:2], CENTRE),
    4: CORNERS,
    5: (*CORNERS, CENTRE),
    6: (*CORNERS, (LEFT, MIDDLE), (RIGHT, MIDDLE)),
}

FACES = {
    pip: '<svg class="die" viewBox="0 0 100 100" aria-hidden="true">'
    '<rect x="3" y="3" width="94" height="94" rx="20"></rect>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="{13 if pip == 1 else 9.5}"></circle>'
        for x, y in places
    )
    + "</svg>"
    for pip, places in PIPS.items()
}


@register.simple_tag
def die(pip: int) -> SafeString:
    return mark_safe(FACES[pip])


@register.simple_tag
def pile(count: int) -> SafeString:
    """So many lids one on the other, seen from the side."""
    height = 34 + 9 * max(count - 1, 0)
    lids = "".join(
        f'<g transform="translate(0 {height - 32 - 9 * at})">'
        '<path d="M2 14v4a38 13 0 0 0 76 0v-4z" class="edge"></path>'
        '<ellipse cx="40" cy="14" rx="38" ry="13" class="lid"></ellipse>'
        '<ellipse cx="40" cy="14" rx="25" ry="8" class="ring"></ellipse></g>'
        for at in range(count)
    )
    return mark_safe(
        f'<svg class="pile" viewBox="0 0 80 {height}" aria-hidden="true">{lids}</svg>'
    )


@register.simple_tag
def row_of_lids(count: int) -> SafeString:
    """So many lids before a player, seen from above."""
    width = 26 + 11 * max(count - 1, 0)
    lids = "".join(
        f'<circle cx="{13 + 11 * at}" cy="13" r="12" class="lid"></circle>'
        f'<circle cx="{13 + 11 * at}" cy="13" r="7.5" class="ring"></circle>'
        for at in range(count)
    )
    return mark_safe(
        f'<svg class="row" viewBox="0 0 {width} 26" width="{width}" height="26"'
        f' aria-hidden="true">{lids}</svg>'
    )
