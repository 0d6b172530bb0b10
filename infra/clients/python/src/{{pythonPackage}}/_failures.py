"""The errors that this library raises. No message contains a key."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class RawResponse(NamedTuple):
    """A response as it arrived. The names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def without(self, secrets: Sequence[str]) -> RawResponse:
        """A copy in which no secret is."""
        body, headers = self.body, dict(self.headers)
        for each in secrets:
            body = body.replace(each.encode(), b"[API key]")
            headers = {name: value.replace(each, "[API key]") for name, value in headers.items()}
        return self._replace(body=body, headers=headers)

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id")

    def __repr__(self) -> str:
        # Shows no body: it can be personal or secret.
        return f"<RawResponse {self.status} {self.request_id or ''}>"


class ServiceError(Exception):
    """Every error of this library, except for wrong arguments."""

    # All arguments are in `args`, so that errors can be pickled.
    def __str__(self) -> str:
        return str(self.args[0])


class NetworkError(ServiceError):
    """No complete response arrived. The service may have received the request."""


class APIConnectionError(NetworkError):
    """The service was not reached, or the connection broke. `__cause__` says why."""


class APITimeoutError(NetworkError):
    """No complete response arrived in time."""


class StatusTimeoutError(ServiceError):
    """An object did not reach the awaited status in time. It may still do so."""


class FinalStatusError(ServiceError):
    """An object has a final status that is not the awaited one."""


class WebhookSignatureError(ServiceError):
    """A webhook request that does not come from the service, or is too old."""


class ResponseError(ServiceError):
    """An error response. Most have a class by their status or `type`. An unknown type has this class."""

    def __init__(self, message: str, response: RawResponse, body: Mapping[str, Any] | None = None) -> None:
        super().__init__(message, response, body)
        body = body or {}
        self.response = response
        self.status: int = response.status
        #: It is empty where a gateway sent the response.
        self.type: str = _text(body.get("type")) or ""
        #: Machine-readable code. It is empty where a gateway sent the response.
        self.code: str = _text(body.get("code")) or ""
        #: The parameter that caused the error.
        self.param: str | None = _text(body.get("param"))
        self.doc_url: str | None = _text(body.get("doc_url"))
        #: Quote it when you contact support.
        self.request_id: str | None = response.request_id
        #: The sentence of the service. A printed error adds the status, the code and the request id.
        self.message: str = message

    def __str__(self) -> str:
        facts = (f"HTTP {self.status}", self.code, self.request_id)
        return f"{self.message} ({', '.join(each for each in facts if each)})"


class ResponseFormatError(ResponseError):
    """A response that this API does not send, such as a proxy's page. After a 2xx, the call may have succeeded."""


def error_from(response: RawResponse, classes: Mapping[str, type[ResponseError]]) -> ResponseError:
    # Reads an error. A response without the service's body is a gateway's.
    try:
        body = json.loads(response.body)["error"]
        body = body if isinstance(body["type"], str) else None
    except (ValueError, KeyError, TypeError, RecursionError):
        body = None
    status, kind = min(response.status, 500), body["type"] if body else ""
    found = classes.get(f"{status} {kind}") or classes.get(f"{status}") or classes.get(kind)
    message = (_text(body.get("message")) or "")[:1_000] if body else None
    usual = ResponseError if body else ResponseFormatError
    return (found or usual)(message or _strange(response), response, body)


def format_error(response: RawResponse, why: str) -> ResponseFormatError:
    return ResponseFormatError(f"{_strange(response)} {why} The call may have succeeded.", response)


def network_error(call: str, timeout: float, error: OSError) -> NetworkError:
    """An attempt without a response. `error` is its cause."""
    why = "the connection broke"
    if isinstance(error, socket.gaierror):
        why = "the host name was not found"
    elif isinstance(error, ConnectionRefusedError):
        why = "the connection was refused"
    elif isinstance(error, getattr(sys.modules.get("ssl"), "SSLError", ())):
        why = "TLS failed"
    text = f"{call}: {why} ({error})" if str(error) else f"{call}: {why}"
    failure: NetworkError = APIConnectionError(text)
    if isinstance(error, TimeoutError):
        failure = APITimeoutError(f"{call}: no response within {timeout:.3g} s")
    failure.__cause__ = error
    return failure


def _strange(response: RawResponse) -> str:
    # Text of a response that the service does not send, with the start of its body.
    to = f" to {response.headers.get('location')}" if 300 <= response.status < 400 else ""
    start = response.body[:500].decode(errors="replace").strip()
    return f"The service returned HTTP {response.status}{to}" + (f": {start}" if start else ".")


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
