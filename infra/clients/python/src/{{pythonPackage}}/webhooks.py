"""Verifies webhook requests and returns their events."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ._failures import WebhookSignatureError
from ._model import UnknownEvent
from ._types import EVENTS, WebhookEvent

_NAMES = ("webhook-id", "webhook-timestamp", "webhook-signature", "x-service-signature")
_SECRET = re.compile(r"whsec_[A-Za-z0-9+/]{43}=")


class _Headers(Protocol):
    """A mapping, or what a server has in its place."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


def unwrap(
    body: str | bytes,
    headers: _Headers,
    secret: str | Sequence[str],
    *,
    tolerance: float = 300.0,
    now: dt.datetime | None = None,
) -> WebhookEvent:
    """Verifies both signatures of the raw body and its age, and returns the typed event."""
    given: object = _bytes(body) if isinstance(body, str) else body
    if not isinstance(given, (bytes, bytearray, memoryview)):
        raise WebhookSignatureError("Pass the raw body: text or bytes, not parsed JSON.")
    raw = bytes(given)
    secrets = [secret] if isinstance(secret, str) else list(secret) if isinstance(secret, Sequence) else []
    if not secrets or not all(isinstance(one, str) and _SECRET.fullmatch(one) for one in secrets):
        raise WebhookSignatureError("The secret must be whsec_ and 44 characters.")
    sent_id, timestamp, signatures, of_body = (_header(headers, name) for name in _NAMES)
    if not (sent_id and timestamp and signatures and of_body):
        raise WebhookSignatureError("A signature header is missing.")
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookSignatureError("webhook-timestamp is not a number of seconds.")

    signed = _bytes(f"{sent_id}.{timestamp}.") + raw
    sent = [one for one in signatures.split(" ") if one.startswith("v1,")]
    keys = [base64.b64decode(one.removeprefix("whsec_")) for one in secrets]
    expected = [f"v1,{base64.b64encode(_mac(key, signed)).decode()}" for key in keys]
    if not any(_same(one, each) for one in sent for each in expected):
        raise WebhookSignatureError("webhook-signature does not match: wrong secret, or a changed body.")
    # While a secret is rotated, this header has the new secret's signature only.
    bodies = [f"sha256={_mac(one.encode(), raw).hex()}" for one in secrets]
    if len(sent) < 2 and not any(_same(of_body, each) for each in bodies):
        raise WebhookSignatureError("x-service-signature does not match.")
    moment = time.time() if now is None else now.timestamp()
    # A tolerance that is no number must not accept all.
    if not abs(moment - int(timestamp)) <= tolerance:
        raise WebhookSignatureError("The delivery is too old or too new: a recorded copy, or a wrong clock.")
    event = json.loads(raw)
    return EVENTS.get(event["type"], UnknownEvent)(event)


def _header(headers: object, wanted: str) -> str:
    # Some servers give a list of values for a name. The first counts.
    items: Iterable[tuple[str, Any]] = headers.items() if hasattr(headers, "items") else ()
    found = next((value for name, value in items if str(name).lower() == wanted), "")
    first = found[0] if isinstance(found, (list, tuple)) and found else found
    return first if isinstance(first, str) else ""


def _bytes(text: str) -> bytes:
    # Some servers decode a request with half surrogate pairs, which UTF-8 cannot encode.
    return text.encode(errors="replace")


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def _same(a: str, b: str) -> bool:
    return hmac.compare_digest(_bytes(a), _bytes(b))
