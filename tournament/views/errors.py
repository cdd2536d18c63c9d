"""What a person reads where a request could not be understood, or came too late."""

import logging
from collections.abc import Callable

from django.core.exceptions import (
    ObjectDoesNotExist,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

logger = logging.getLogger(__name__)

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, TOO_MUCH):
        return render(request, "413.html", status=413)
    return render(request, "400.html", status=400)


class DeletedMeanwhile:
    """A middleware: what a view has found may be gone when its service holds the lock.

    Then it is answered as it would be a moment later: it is not there.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        if isinstance(exception, ObjectDoesNotExist):
            # With its trace: where nothing was deleted, it tells of a fault of ours.
            logger.warning("Not there any more: %s", request.path, exc_info=exception)
            return page_not_found(request, exception)
        return None
