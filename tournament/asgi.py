"""The one process of a pub: pages in a thread pool, live streams beside them.

Never Django's own ASGI handler: with synchronous middleware it serves a tenth
of the requests that the same pages do as WSGI behind a2wsgi.
"""

import os
from typing import Any, cast

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

from tournament.wsgi import application as wsgi

from tournament import live  # isort: skip

pages = WSGIMiddleware(cast(Any, wsgi), workers=8)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http" and scope["path"].startswith(live.PREFIX):
        await live.stream(scope, receive, send)
    else:
        await pages(scope, receive, send)
