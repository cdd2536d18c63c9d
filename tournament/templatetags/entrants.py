"""What is doubtful about a line of a list, in words."""

from django import template

from tournament.lists.roster import Remark
from tournament.wording import doubtful

register = template.Library()


@register.filter
def in_words(remark: Remark) -> str:
    return doubtful(remark)
