"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def overview(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def desk_standings(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def log(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def export(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
