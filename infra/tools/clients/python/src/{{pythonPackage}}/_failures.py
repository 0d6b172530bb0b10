"""The errors that this library raises. No message contains a key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple


class RawResponse(NamedTuple):
    """A response as it arrived. The names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def request_id(self) -> str | None:
        return self.headers.get("x-request-id")


class ServiceError(Exception):
    """Every error of this library, except for wrong arguments."""


class NetworkError(ServiceError):
    """No complete response arrived. The service may have received the request."""

    def __init__(self, message: str, is_timeout: bool = False) -> None:
        super().__init__(message)
        self.is_timeout = is_timeout


class StatusTimeoutError(ServiceError):
    """An object did not reach the awaited status in time. It may still do so."""


class WebhookSignatureError(ServiceError):
    """A webhook request that does not come from the service, or is too old."""


class ResponseError(ServiceError):
    """An error response. An unknown `type` has this class and no class of its own."""

    def __init__(self, response: RawResponse, type: str, body: dict[str, Any]) -> None:
        super().__init__(body.get("message") or f"The service returned HTTP {response.status}.")
        self.response = response
        self.status = response.status
        self.type = type
        #: Machine-readable code. It is empty where a gateway sent the response.
        self.code: str = body.get("code") or ""
        #: The parameter that caused the error.
        self.param: str | None = body.get("param")
        self.doc_url: str | None = body.get("doc_url")
        #: Quote it when you contact support.
        self.request_id = response.request_id


def error_from(response: RawResponse, classes: Mapping[str, type[ResponseError]]) -> ResponseError:
    """Reads an error. A response without the service's body is a gateway's."""
    try:
        body = json.loads(response.body)["error"]
    except (ValueError, KeyError, TypeError):
        body = None
    if not isinstance(body, dict):
        body = {}
    is_fault = response.status >= 500
    usual = (
        "rate_limit_error" if response.status == 429 else "api_error" if is_fault else "invalid_request_error"
    )
    kind = body.get("type") or usual
    return classes.get(kind, ResponseError)(response, kind, body)
