"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def desk(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def new_tournament(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def settings(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def visibility(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def close(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def reopen(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def delete(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
