"""The real server, with one empty page beside ours to compare with.

Started by bench_pages through uvicorn.
"""

from django.conf import settings

from tournament.asgi import application

settings.ROOT_URLCONF = "tests.benchmarks.urls"

__all__ = ["application"]
