"""The one process of a pub: synchronous pages in a thread pool behind uvicorn.

Never Django's own ASGI handler: with synchronous middleware it serves a tenth
of the requests that the same pages do as WSGI behind a2wsgi.
"""

import os
from typing import Any, cast

from a2wsgi import WSGIMiddleware

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

from tournament.wsgi import application as pages

application = WSGIMiddleware(cast(Any, pages), workers=8)
