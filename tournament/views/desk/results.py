"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def sheet(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def play_offs(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def lots(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
