"""The whole product as a test can walk it: its addresses and the forms on its pages.

Both are found, not listed: the addresses from the URL resolver, the forms from
the pages themselves. Whatever is added later is walked, too.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag

from django.urls import URLPattern, URLResolver, get_resolver

SUBMIT = "submit"


def patterns(resolver: URLResolver | None = None) -> Iterator[URLPattern]:
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from patterns(one)
        else:
            yield one


def parts_by_name() -> dict[str, list[tuple[str, ...]]]:
    """Every name of an address, with the parts that its addresses are made of."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for one in patterns():
        assert one.name, one.pattern
        found.setdefault(one.name, []).append(tuple(one.pattern.converters))
    return found


ADDRESSES = parts_by_name()


@dataclass
class Field:
    """Something that a form sends. `offered` are the values to choose from."""

    name: str
    kind: str
    value: str = ""
    attrs: dict[str, str] = field(default_factory=dict)
    offered: list[str] = field(default_factory=list)

    @property
    def is_number(self) -> bool:
        return self.kind == "number" or self.attrs.get("inputmode") == "numeric"

    @property
    def is_typed(self) -> bool:
        return self.kind in {"text", "number", "date", "search", "tel", "textarea"}

    @property
    def is_required(self) -> bool:
        return "required" in self.attrs

    @property
    def longest(self) -> int | None:
        most = self.attrs.get("maxlength")
        return int(most) if most else None


@dataclass
class Form:
    action: str
    is_multipart: bool
    fields: dict[str, Field] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[str, ...]:
        """Equal for forms that ask for the same, whatever their rows."""
        return tuple(sorted({family(name) for name in self.fields}))


def family(name: str) -> str:
    """The field without the number of its row: "game_7" is a "game_#"."""
    return re.sub(r"\d+", "#", name)


class Page(HTMLParser):
    """The forms of a page that post, and the sentences in which it complains."""

    def __init__(self, text: str, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[Form] = []
        self.complaints: list[str] = []
        self.messages: list[str] = []
        self._form: Form | None = None
        self._select: Field | None = None
        self._textarea: Field | None = None
        self._open: list[tuple[str, list[str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        has = {name: value or "" for name, value in attrs}
        classes = has.get("class", "").split()
        if self._open and tag == self._open[-1][0]:
            self._open.append((tag, self._open[-1][1]))
        if "hidden" in has:
            pass  # a script would show it
        elif "errorlist" in classes or has.get("role") == "alert":
            self.complaints.append("")
            self._open.append((tag, self.complaints))
        elif "message" in classes:
            self.messages.append("")
            self._open.append((tag, self.messages))
        if tag == "form":
            self._form = None
            if has.get("method", "").lower() == "post":
                action = urldefrag(has.get("action") or self.address).url
                self._form = Form(action, "multipart" in has.get("enctype", ""))
                self.forms.append(self._form)
        elif self._form is not None:
            self._take(self._form, tag, has)

    def _take(self, form: Form, tag: str, has: dict[str, str]) -> None:
        if tag == "option" and self._select:
            self._select.offered.append(has.get("value", ""))
            if "selected" in has:
                self._select.value = has.get("value", "")
            return
        name = has.get("name")
        if not name or name == "csrfmiddlewaretoken":
            return
        if tag == "input" and "hidden" in has:
            return  # there for password managers, never read
        if tag == "input":
            kind = has.get("type", "text")
            known = form.fields.get(name)
            one = known or Field(name, kind, "", has)
            one.offered.append(has.get("value", ""))
            if kind not in {"radio", "checkbox"}:
                one.value = has.get("value", "")
            elif "checked" in has:
                one.value = has.get("value", "on")
            form.fields[name] = one
        elif tag == "button":
            value = has.get("value", "")
            one = form.fields.setdefault(name, Field(name, SUBMIT, value, has))
            one.offered.append(value)
        elif tag == "select":
            self._select = form.fields[name] = Field(name, "select", "", has)
        elif tag == "textarea":
            self._textarea = form.fields[name] = Field(name, "textarea", "", has)

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag == self._open[-1][0]:
            self._open.pop()
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._textarea:
            # The first line break after the tag is none of the text.
            self._textarea.value = self._textarea.value.removeprefix("\n")
            self._textarea = None

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self._textarea.value += data
        if self._open and data.strip():
            texts = self._open[-1][1]
            texts[-1] += data.strip()

    def form_like(self, other: Form) -> Form | None:
        """The same form on the page that came back."""

        def likeness(form: Form) -> int:
            return len(set(form.fields) & set(other.fields))

        same = [form for form in self.forms if form.action == other.action]
        return max(same, key=likeness, default=None)


def sentences(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text]
