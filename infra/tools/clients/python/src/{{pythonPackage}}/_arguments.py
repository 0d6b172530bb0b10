"""Checks arguments before anything is sent, and writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

#: Only the HTTP client may set them: another value would move the end of a request.
_RESERVED = frozenset(
    ("connection", "content-length", "expect", "host", "keep-alive", "transfer-encoding", "upgrade")
)
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t -~]*")
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
    """A key must not travel unencrypted, except within this machine."""
    parts = urlsplit(url)
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_here):
        raise ValueError("base_url must start with https://, except on this machine.")
    if not parts.hostname or "@" in parts.netloc or re.search(r"[?#\s]", url):
        raise ValueError("base_url must have a host, and no user, password, query or fragment.")
    return url.rstrip("/")


def checked_api_key(key: object) -> str:
    if not isinstance(key, str) or not re.fullmatch(r"[!-~]+", key):
        raise ValueError("api_key must have visible ASCII characters only. Is its variable set?")
    return key


def checked_seconds(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 2**31:
        raise ValueError(f"{name} must be a number of seconds above 0.")
    return value


def checked_count(name: str, value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name} must be a whole number from 0.")
    return value


def segment(value: str) -> str:
    """Escapes an id for a path. A dot or an empty id would name another path."""
    if not isinstance(value, str) or value in ("", ".", ".."):
        raise ValueError(f"The id {value!r} must be text that is not empty, . or ..")
    return quote(value, safe="", errors="replace")


def query_text(fields: dict[str, Any]) -> str:
    """Maps are written as `name[key]=value`. A query has no null, so None is left out."""
    texts: dict[str, str] = {}
    for name, value in fields.items():
        pairs = {f"{name}[{k}]": v for k, v in value.items()} if isinstance(value, dict) else {name: value}
        present = {k: v for k, v in pairs.items() if v is not None}
        texts |= {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in present.items()}
    return f"?{urlencode(texts)}" if texts else ""
