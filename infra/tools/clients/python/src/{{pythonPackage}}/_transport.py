"""Sends requests, and repeats them while that is safe."""

from __future__ import annotations

import json
import random
import re
import socket
import ssl
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple, TypeVar

from ._arguments import (
    add_headers,
    checked_api_key,
    checked_count,
    checked_seconds,
    checked_url,
    idempotency_key,
    query_text,
)
from ._connections import Connections, HttpClient
from ._failures import (
    APIConnectionError,
    APITimeoutError,
    FinalStatusError,
    NetworkError,
    RawResponse,
    ResponseError,
    ServiceError,
    StatusTimeoutError,
    error_from,
    format_error,
)
from ._model import Model, Page

T = TypeVar("T", bound=Model)

_MAX_DELAY = 8.0
#: A longer `Retry-After` ends the call: the caller should decide.
_MAX_RETRY_AFTER = 60.0


@dataclass(frozen=True)
class RequestOptions:
    #: Default: a new random key for each call, kept for its retries.
    idempotency_key: str | None = None
    #: Seconds for each attempt.
    timeout: float | None = None
    #: Seconds for the call with all its attempts and waits.
    call_timeout: float | None = None
    max_retries: int | None = None
    #: They replace the client's headers of the same name.
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class AttemptEvent:
    """One attempt of a call. It has no header, query or body, so no secret."""

    method: str
    path: str
    #: 1 is the first.
    attempt: int
    #: None where no complete response arrived.
    status: int | None
    request_id: str | None
    #: Seconds.
    duration: float


class Plan(NamedTuple):
    """One operation's request."""

    method: str
    path: str
    retry: str
    key: str


_USUAL = RequestOptions()


class Transport:
    def __init__(
        self,
        base_url: str,
        *,
        user_agent: str,
        errors: Mapping[str, type[ResponseError]],
        is_keyed: bool,
        api_key: str | None = None,
        timeout: float = 30.0,
        call_timeout: float = 120.0,
        max_retries: int = 3,
        retry_delay: float = 0.5,
        max_response_bytes: int = 2**25,
        headers: Mapping[str, str] | None = None,
        on_attempt: Callable[[AttemptEvent], object] | None = None,
        http_client: HttpClient | None = None,
    ) -> None:
        self._base_url = checked_url(base_url)
        self._errors, self._on_attempt = errors, on_attempt
        self._timeout = checked_seconds("timeout", timeout)
        self._call_timeout = checked_seconds("call_timeout", call_timeout)
        self._max_retries = checked_count("max_retries", max_retries)
        self._retry_delay = max(0.0, retry_delay)
        self._max_bytes = checked_count("max_response_bytes", max_response_bytes)
        self._connections = Connections(max_response_bytes)
        self._http = http_client or self._connections
        always = {"accept": "application/json", "user-agent": user_agent}
        key = checked_api_key(api_key) if is_keyed else ""
        if key:
            always["authorization"] = f"Bearer {key}"
        add_headers(always, headers)
        if "idempotency-key" in always:
            raise ValueError("An idempotency key belongs to one call: all calls of a client cannot share it.")
        # Functions keep the key out of printed objects.
        self._headers: Callable[[], dict[str, str]] = always.copy
        # A server could echo the key.
        self._hidden: Callable[[bytes], bytes] = lambda body: (
            body.replace(key.encode(), b"[API key]") if key else body
        )

    def close(self) -> None:
        """Closes the connections that no call uses."""
        self._connections.close()

    def send(
        self,
        shape: type[T],
        plan: Plan,
        options: RequestOptions | None,
        *,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
    ) -> T:
        response = self.response(plan, options, query=query, body=body)
        return shape(self._object(response), response)

    def page(
        self,
        item: type[T],
        cursor: str,
        plan: Plan,
        options: RequestOptions | None,
        *,
        query: dict[str, Any] | None = None,
    ) -> Page[T]:
        response = self.response(plan, options, query=query)
        is_reversed = (query or {}).get("ending_before") is not None
        name = "ending_before" if is_reversed else "starting_after"

        def after(last: str) -> Page[T]:
            return self.page(item, cursor, plan, options, query={**(query or {}), name: last})

        data = self._object(response)
        if not isinstance(data.get("data"), list) or not all(isinstance(each, dict) for each in data["data"]):
            raise self._format_error(response, "It is no list.")
        return Page(data, response, item, cursor, after, is_reversed)

    def response(
        self,
        plan: Plan,
        options: RequestOptions | None,
        *,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        accept: str | None = None,
    ) -> RawResponse:
        """Sends until it succeeds, fails for good or has no attempts or time left."""
        options = options or _USUAL
        headers = self._call_headers(plan, options, body, accept)
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        url = self._base_url + plan.path + (query_text(query) if query else "")
        given = options.timeout, options.call_timeout, options.max_retries
        timeout = self._timeout if given[0] is None else checked_seconds("timeout", given[0])
        limit = self._call_timeout if given[1] is None else checked_seconds("call_timeout", given[1])
        retries = self._max_retries if given[2] is None else checked_count("max_retries", given[2])
        end = time.monotonic() + limit
        attempt = 1
        while True:
            left = min(timeout, max(end - time.monotonic(), 0.001))
            result = self._attempt(plan, url, headers, content, left, attempt)
            if isinstance(result, RawResponse):
                return self._checked(result, accept)
            wait = self._wait_after(result, plan, attempt)
            if attempt > retries or wait is None or time.monotonic() + wait >= end:
                raise result
            time.sleep(wait)
            attempt += 1

    def _call_headers(
        self, plan: Plan, options: RequestOptions, body: dict[str, Any] | None, accept: str | None
    ) -> dict[str, str]:
        headers = self._headers()
        if accept:
            headers["accept"] = accept
        if plan.method != "GET":
            headers["content-type"] = "application/json"
        add_headers(headers, options.headers)
        own = body.get("idempotency_key") if body and plan.key == "body" else None
        key = idempotency_key(options.idempotency_key, headers.get("idempotency-key"), own)
        if key is None and plan.key != "none":
            key = str(uuid.uuid4())
        if key is not None:
            headers["idempotency-key"] = key
        return headers

    def _attempt(
        self,
        plan: Plan,
        url: str,
        headers: dict[str, str],
        content: bytes | None,
        timeout: float,
        attempt: int,
    ) -> RawResponse | ServiceError:
        started = time.monotonic()
        answer = None
        try:
            answer = self._http(plan.method, url, headers, content, timeout)
        except OSError as error:
            failure = _network_error(f"{plan.method} {plan.path}", timeout, error)
            failure.__cause__ = error
            return failure
        finally:
            if self._on_attempt:
                self._report(plan, attempt, answer, time.monotonic() - started)
        if 200 <= answer.status < 300:
            return answer
        return error_from(answer._replace(body=self._hidden(answer.body)), self._errors)

    def _report(self, plan: Plan, attempt: int, answer: RawResponse | None, duration: float) -> None:
        status, request_id = (answer.status, answer.request_id) if answer else (None, None)
        event = AttemptEvent(plan.method, plan.path, attempt, status, request_id, duration)
        # The result of a call, such as a payout, must not depend on its log.
        with suppress(Exception):
            if self._on_attempt:
                self._on_attempt(event)

    def _checked(self, response: RawResponse, accept: str | None) -> RawResponse:
        if len(response.body) > self._max_bytes:
            raise self._format_error(response, f"It has more than {self._max_bytes} bytes.")
        if accept and not response.headers.get("content-type", "").startswith(accept):
            raise self._format_error(response, f"It is no {accept}.")
        return response

    def _object(self, response: RawResponse) -> dict[str, Any]:
        try:
            value = json.loads(response.body.decode(), parse_constant=_refused)
            if isinstance(value, dict):
                return value
        except (ValueError, RecursionError):
            pass
        raise self._format_error(response, "It is no JSON object.")

    def _format_error(self, response: RawResponse, why: str) -> ServiceError:
        return format_error(response._replace(body=self._hidden(response.body)), why)

    def _wait_after(self, failure: ServiceError, plan: Plan, attempt: int) -> float | None:
        """Seconds until the next attempt. None: the failure is final."""
        response = failure.response if isinstance(failure, ResponseError) else None
        status = response.status if response else 0
        if status != 429 and (plan.retry == "refused" or 0 < status < 500):
            return None
        asked = _retry_after(response.headers.get("retry-after") if response else None)
        delay = min(self._retry_delay * 2.0 ** min(attempt - 1, 30), _MAX_DELAY) * random.uniform(0.5, 1.0)
        return None if asked > _MAX_RETRY_AFTER else max(asked, delay)


def _refused(constant: str) -> None:
    """NaN and Infinity are no JSON."""
    raise ValueError(constant)


def _network_error(call: str, timeout: float, error: OSError) -> NetworkError:
    if isinstance(error, TimeoutError):
        return APITimeoutError(f"{call}: no response within {timeout:.3g} s")
    why = "the connection broke"
    if isinstance(error, socket.gaierror):
        why = "the host name was not found"
    elif isinstance(error, ConnectionRefusedError):
        why = "the connection was refused"
    elif isinstance(error, ssl.SSLError):
        why = "TLS failed"
    return APIConnectionError(f"{call}: {why} ({error})" if str(error) else f"{call}: {why}")


def wait_for(
    read: Callable[[], T],
    wanted: str | Sequence[str],
    final: Sequence[str],
    interval: float,
    timeout: float,
) -> T:
    """Reads an object until its status is one of `wanted`."""
    end = time.monotonic() + timeout
    while True:
        reply = read()
        if reply["status"] in ([wanted] if isinstance(wanted, str) else wanted):
            return reply
        if reply["status"] in final:
            raise FinalStatusError(f"The status is {reply['status']} for good.")
        if time.monotonic() + interval > end:
            raise StatusTimeoutError(f"The status is still {reply['status']} after {timeout} s.")
        time.sleep(interval)


def _retry_after(value: str | None) -> float:
    """The header has seconds or a date."""
    text = (value or "").strip()
    try:
        if not text or re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
            return float(text or 0)
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0
