"""What tests of programs need: an HTTP client that plays scripted replies and faults, and signed webhooks."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import urlsplit

from ._failures import RawResponse

#: A secret for tests, which no endpoint has.
TEST_SECRET = "whsec_" + base64.b64encode(b"a secret of 32 bytes, for tests.").decode()

_TYPES = {
    401: "authentication_error",
    403: "permission_error",
    409: "conflict_error",
    429: "rate_limit_error",
    500: "api_error",
}


@dataclass(frozen=True)
class Answer:
    """What happens to one request."""

    status: int = 0
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: How the answer does not arrive.
    fault: Literal["lost", "broken", "late"] | None = None


def reply(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    """Answers with a body that is written as JSON."""
    return Answer(status, body, headers or {})


def error_reply(status: int, code: str, headers: Mapping[str, str] | None = None) -> Answer:
    """Answers with an error of the service, such as 429 and `rate_limit_exceeded`."""
    kind = _TYPES.get(min(status, 500), "invalid_request_error")
    error = {"type": kind, "code": code, "message": f"Scripted: {code}", "param": None, "doc_url": None}
    return reply({"error": error}, status, headers)


def lost(answer: Answer) -> Answer:
    """Does the work of an answer, and breaks the connection before the answer arrives."""
    return replace(answer, fault="lost")


def broken() -> Answer:
    """Breaks the connection before the service has the request."""
    return Answer(fault="broken")


def late() -> Answer:
    """Never answers. The request ends at once, as if its timeout had passed."""
    return Answer(fault="late")


@dataclass(frozen=True)
class SentRequest:
    """One request as it was sent."""

    method: str
    #: The path and the query.
    path: str
    headers: Mapping[str, str]
    body: Any
    idempotency_key: str | None


class FakeTransport:
    """Answers in the order of a script. A client takes its `send` or `send_async` as `http_client`.

    It keeps the promise of idempotency keys: a key that it has seen gets its first answer again, without
    a further effect.
    """

    def __init__(self, *script: Answer) -> None:
        self.requests: list[SentRequest] = []
        #: Counts the requests other than GET that did their work: two would have paid twice.
        self.effects: int = 0
        self._script = list(script)
        self._answers: dict[str, Answer] = {}
        self._lock = threading.Lock()

    def send(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse:
        with self._lock:
            answer = self._next(method, url, headers, body)
        if answer.fault == "late":
            raise TimeoutError("late by the script")
        if answer.fault:
            raise ConnectionResetError("broken by the script")
        shown = {"content-type": "application/json"} | {k.lower(): v for k, v in answer.headers.items()}
        return RawResponse(answer.status, shown, json.dumps(answer.body).encode())

    async def send_async(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse:
        return self.send(method, url, headers, body, timeout)

    def _next(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        parts, key = urlsplit(url), headers.get("idempotency-key")
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        self.requests.append(SentRequest(method, path, headers, json.loads(body) if body else None, key))
        if key in self._answers:
            return self._answers[key]
        if not self._script:
            raise AssertionError(f"The script has no answer for {method} {path}.")
        answer = self._script.pop(0)
        if 200 <= answer.status < 300 and method != "GET":
            self.effects += 1
            if key is not None:
                self._answers[key] = replace(answer, fault=None)
        return answer


def sign_webhook(
    body: str | bytes, secret: str = TEST_SECRET, *, id: str = "evt_1", at: dt.datetime | None = None
) -> dict[str, str]:
    """The headers of a delivery of `body`, as the service would sign it at a time."""
    raw, moment = body.encode() if isinstance(body, str) else body, int(at.timestamp() if at else time.time())
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = hmac.digest(key, f"{id}.{moment}.".encode() + raw, hashlib.sha256)
    return {
        "webhook-id": id,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
        "x-service-signature": f"sha256={hmac.digest(secret.encode(), raw, hashlib.sha256).hex()}",
    }
