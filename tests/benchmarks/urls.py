"""All our addresses, and an empty page that costs what any page costs at least."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournament import urls


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("empty/", empty), *urls.urlpatterns]
