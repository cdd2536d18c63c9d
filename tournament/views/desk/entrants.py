"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def entrants(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def add(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def read_list(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def confirm_list(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def change(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def withdraw(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def reinstate(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def replace(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def delete(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def check_in(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def check_in_all(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def check_in_one(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
