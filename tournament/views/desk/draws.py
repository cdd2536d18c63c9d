"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def show(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def draw(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def publish(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def withdraw(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def swap(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
