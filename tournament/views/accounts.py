"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def setup(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def login(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def change_password(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def invitation(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
