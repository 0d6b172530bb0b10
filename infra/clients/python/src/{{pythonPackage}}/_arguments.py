"""Checks arguments before anything is sent, and writes them."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

#: Only the HTTP client may set them: another value would move the end of a request.
_RESERVED = frozenset(
    ("connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding", "upgrade")
)
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t -~]*")
#: ASCII without white space, question marks and hashes.
_PLAIN_URL = re.compile(r"[!\"$->@-~]+")
_ID = re.compile(r"[0-9A-Za-z_.~-]+")
_KEY = re.compile(r"[!-~]{1,255}")


def add_headers(to: dict[str, str], given: Mapping[str, str] | None) -> None:
    """Adds headers under their names in lower case, so that a name has one value."""
    for name, value in (given or {}).items():
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name.lower() in _RESERVED:
            raise ValueError(f"The header {name!r} cannot be set.")
        if not isinstance(value, str) or not _VALUE.fullmatch(value):
            raise ValueError(f"The value of the header {name} must have ASCII characters only.")
        to[name.lower()] = value


def idempotency_key(*given: object) -> str | None:
    """The one key of a call, or none. It can be given in several places."""
    keys = [each for each in given if each is not None]
    if any(each != keys[0] for each in keys):
        raise ValueError("The call has two different idempotency keys.")
    key = keys[0] if keys else None
    if key is not None and not (isinstance(key, str) and _KEY.fullmatch(key)):
        raise ValueError("An idempotency key must have 1 to 255 visible ASCII characters.")
    return key


def checked_url(url: str) -> str:
    # A key must not travel unencrypted, except within this machine.
    parts = urlsplit(url)
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_here):
        raise ValueError("base_url must start with https://, except on this machine.")
    if not parts.hostname or "@" in parts.netloc or not _PLAIN_URL.fullmatch(url):
        raise ValueError("base_url must be ASCII with a host, and no user, password, query or fragment.")
    return url.rstrip("/")


def checked_api_key(key: object) -> str:
    if not isinstance(key, str) or not re.fullmatch(r"[!-~]+", key):
        raise ValueError("api_key must have visible ASCII characters only. Is its variable set?")
    return key


def checked_seconds(name: str, value: float) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 2**31:
        raise ValueError(f"{name} must be a number of seconds above 0.")


def checked_count(name: str, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name} must be a whole number from 0.")


def segment(value: str) -> str:
    # A gateway decodes a path before it routes: a slash would reach another operation.
    if not isinstance(value, str) or not _ID.fullmatch(value) or value in (".", ".."):
        raise ValueError(f"The id {value!r} must be letters, digits, _, -, . or ~.")
    return value


def written(value: object) -> str:
    """An instant, a day, a number or a boolean, as the API writes it."""
    if isinstance(value, dt.datetime):
        if value.tzinfo is None:
            raise ValueError(f"The instant {value} has no time zone.")
        return value.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, (bool, int, float)) and math.isfinite(value):
        return str(value).lower()
    raise ValueError(f"A {type(value).__name__} cannot be sent.")


def query_text(fields: dict[str, Any]) -> str:
    """Maps are written as `name[key]=value`. A query has no null, so None is left out."""
    texts: dict[str, str] = {}
    for name, value in fields.items():
        pairs = {f"{name}[{k}]": v for k, v in value.items()} if isinstance(value, dict) else {name: value}
        present = {k: v for k, v in pairs.items() if v is not None}
        texts |= {k: v if isinstance(v, str) else written(v) for k, v in present.items()}
    return f"?{urlencode(texts)}" if texts else ""
