"""The one settings file. What differs between machines comes from the environment.

DATABASE_URL   postgres://user:password@host:port/name; without it SQLite in var/
REDIS_URL      redis://host:port/0; shared cache and live updates where several
               processes serve
ALLOWED_HOSTS  names under which the server is reached, separated by commas;
               .verein.de for that name and all below it; without it every name
               is answered (a laptop in a pub has many)
TZ             the time zone of the evening; without it Europe/Berlin
SECRET_KEY     without it one is made once and kept in var/
VAR_DIR        where database and secret key live; without it var/ beside this
DEBUG          1 shows tracebacks; never in front of guests
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))
DEBUG = os.environ.get("DEBUG") == "1"


def secret_key() -> str:
    """The key from the environment, or one made at the first start and kept."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    VAR_DIR.mkdir(exist_ok=True, parents=True)
    file = VAR_DIR / "secret_key"
    try:
        with os.fdopen(
            os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w"
        ) as new:
            new.write(get_random_secret_key())
    except FileExistsError:
        pass
    return file.read_text()


def database() -> dict[str, Any]:
    if url := os.environ.get("DATABASE_URL"):
        parts = urlsplit(url)
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": parts.path.lstrip("/"),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": parts.port or "",
            "CONN_MAX_AGE": None,
        }
    VAR_DIR.mkdir(exist_ok=True, parents=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR_DIR / "schockturnier.sqlite3",
        "CONN_MAX_AGE": None,
        # A file, as in use: threads of a test would share one in memory.
        "TEST": {"NAME": VAR_DIR / "test.sqlite3"},
        # IMMEDIATE: writers queue instead of failing with "database is locked";
        # FULL: a laptop loses power, an acknowledged sheet must survive it.
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def cache() -> dict[str, Any]:
    if REDIS_URL:
        return {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
        }
    return {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 500},
    }


def hosts() -> list[str]:
    names = map(str.strip, os.environ.get("ALLOWED_HOSTS", "").lower().split(","))
    return [name for name in names if name] or ["*"]


def origins(host: str) -> list[str]:
    """A name that begins with a dot stands for itself and all below it."""
    if host.startswith("."):
        return [f"https://{host[1:]}", f"https://*{host}"]
    return [f"https://{host}"] if host != "*" else []


SECRET_KEY = secret_key()
ALLOWED_HOSTS = hosts()
CSRF_TRUSTED_ORIGINS = [origin for host in ALLOWED_HOSTS for origin in origins(host)]
REDIS_URL = os.environ.get("REDIS_URL", "")
DATABASES = {"default": database()}
CACHES = {"default": cache()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    "tournament",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.views.errors.DeletedMeanwhile",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
TIME_ZONE = os.environ.get("TZ") or "Europe/Berlin"
USE_TZ = True

STATIC_URL = "/static/"
WHITENOISE_USE_FINDERS = True

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 8},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# An import preview sends one field per cell of a list of a thousand entrants.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # A phone that asks for a page that is not there is no news at the counter.
    "loggers": {"django.request": {"level": "ERROR"}},
}
