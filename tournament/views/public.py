"""Not there yet."""

from django.http import Http404, HttpRequest, HttpResponse


def home(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def current_round(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def past_round(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def standings(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def entrant(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def rules(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def standings_json(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def rounds_json(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404


def entrants_json(request: HttpRequest, **address: object) -> HttpResponse:
    raise Http404
