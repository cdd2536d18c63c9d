"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def members(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def invite(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def revoke(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def remove(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
