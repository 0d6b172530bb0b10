"""Sends requests, and repeats them while that is safe."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode, urlsplit

from ._failures import NetworkError, RawResponse, ResponseError, ServiceError, StatusTimeoutError, error_from
from ._model import Model, Page

#: Sends one request: method, URL, headers, body and timeout in seconds. It raises
#: `TimeoutError` or another `OSError` where no complete response arrives.
HttpClient = Callable[[str, str, Mapping[str, str], "bytes | None", float], RawResponse]

T = TypeVar("T", bound=Model)

_MAX_DELAY = 8.0
#: A longer `Retry-After` ends the call: the caller should decide.
_MAX_RETRY_AFTER = 60.0
#: Servers close connections that are idle for longer.
_IDLE = 4.0


@dataclass(frozen=True)
class RequestOptions:
    #: Default: a new random key for each call, kept for its retries.
    idempotency_key: str | None = None
    #: Seconds.
    timeout: float | None = None
    max_retries: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


class Plan(NamedTuple):
    """One operation's request."""

    method: str
    path: str
    retry: str
    key: str


_USUAL = RequestOptions()


def segment(value: str) -> str:
    """Escapes a value for a path."""
    return quote(value, safe="")


class Connections:
    """The default HTTP client: one connection for each thread, which it reuses."""

    def __init__(self) -> None:
        self._local = threading.local()

    def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse:
        connection, target = self._open(url, timeout)
        try:
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise error if isinstance(error, OSError) else ConnectionError(str(error)) from error
        self._local.used = time.monotonic()
        return RawResponse(response.status, {k.lower(): v for k, v in response.headers.raw_items()}, content)

    def _open(self, url: str, timeout: float) -> tuple[http.client.HTTPConnection, str]:
        """The thread's connection, and the path and query on it."""
        local = self._local
        if not url.startswith(getattr(local, "origin", "?")):
            parts = urlsplit(url)
            kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
            local.connection = kind(parts.netloc, timeout=timeout)
            local.origin, local.used = url[: len(f"{parts.scheme}://{parts.netloc}/")], 0.0
        connection: http.client.HTTPConnection = local.connection
        if connection.sock is not None:
            if time.monotonic() - local.used > _IDLE:
                connection.close()
            elif connection.timeout != timeout:
                connection.sock.settimeout(timeout)
        connection.timeout = timeout
        return connection, url[len(local.origin) - 1 :]


class Transport:
    def __init__(
        self,
        base_url: str,
        *,
        user_agent: str,
        errors: Mapping[str, type[ResponseError]],
        api_key: str | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        retry_delay: float = 0.5,
        headers: Mapping[str, str] | None = None,
        http_client: HttpClient | None = None,
    ) -> None:
        self._base_url = _checked(base_url)
        self._errors = errors
        self._timeout, self._max_retries, self._retry_delay = timeout, max_retries, retry_delay
        self._http = http_client or Connections()
        key = {"authorization": f"Bearer {api_key}"} if api_key else {}
        # A function keeps the key out of printed objects.
        always = {"user-agent": user_agent, **(headers or {}), **key}
        self._headers: Callable[[], dict[str, str]] = always.copy

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
        return shape(json.loads(response.body.decode()), response)

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

        return Page(json.loads(response.body.decode()), response, item, cursor, after, is_reversed)

    def response(
        self,
        plan: Plan,
        options: RequestOptions | None,
        *,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
        accept: str | None = None,
    ) -> RawResponse:
        """Sends until it succeeds, fails for good or has no attempts left."""
        options = options or _USUAL
        headers = self._headers()
        if accept:
            headers["accept"] = accept
        headers.update(options.headers)
        if plan.key != "none":
            own = body.get("idempotency_key") if body and plan.key == "body" else None
            headers["idempotency-key"] = options.idempotency_key or own or str(uuid.uuid4())
        if plan.method != "GET":
            headers["content-type"] = "application/json"
        content = None if body is None else json.dumps(body).encode()
        url = self._base_url + plan.path + (_query(query) if query else "")
        timeout = self._timeout if options.timeout is None else options.timeout
        retries = self._max_retries if options.max_retries is None else options.max_retries
        attempt = 0
        while True:
            result = self._attempt(plan, url, headers, content, timeout)
            if isinstance(result, RawResponse):
                return result
            wait = self._wait_after(result, plan, attempt)
            if attempt >= retries or wait is None:
                raise result
            time.sleep(wait)
            attempt += 1

    def _attempt(
        self, plan: Plan, url: str, headers: dict[str, str], content: bytes | None, timeout: float
    ) -> RawResponse | ServiceError:
        try:
            answer = self._http(plan.method, url, headers, content, timeout)
        except OSError as error:
            is_late = isinstance(error, TimeoutError)
            why = f"no response within {timeout} s" if is_late else "the connection broke"
            return NetworkError(f"{plan.method} {plan.path}: {why}", is_late)
        return answer if 200 <= answer.status < 300 else error_from(answer, self._errors)

    def _wait_after(self, failure: ServiceError, plan: Plan, attempt: int) -> float | None:
        """Seconds until the next attempt. None: the failure is final."""
        response = failure.response if isinstance(failure, ResponseError) else None
        status = response.status if response else 0
        if status != 429 and (plan.retry == "refused" or 0 < status < 500):
            return None
        asked = _retry_after(response.headers.get("retry-after") if response else None)
        delay = min(self._retry_delay * 2.0 ** min(attempt, 30), _MAX_DELAY) * random.uniform(0.5, 1.0)
        return None if asked > _MAX_RETRY_AFTER else max(asked, delay)


def wait_for(read: Callable[[], T], wanted: str | Sequence[str], interval: float, timeout: float) -> T:
    """Reads an object until its status is one of `wanted`."""
    end = time.monotonic() + timeout
    while True:
        reply = read()
        if reply["status"] in ([wanted] if isinstance(wanted, str) else wanted):
            return reply
        if time.monotonic() + interval > end:
            raise StatusTimeoutError(f"The status is still {reply['status']} after {timeout} s.")
        time.sleep(interval)


def _checked(url: str) -> str:
    """A key must not travel unencrypted, except within this machine."""
    parts = urlsplit(url)
    is_here = parts.hostname in ("localhost", "127.0.0.1", "::1")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_here):
        raise ValueError("base_url must start with https://, except on this machine.")
    return url.rstrip("/")


def _query(fields: dict[str, Any]) -> str:
    """Maps are written as `name[key]=value`. A query has no null, so None is left out."""
    texts: dict[str, str] = {}
    for name, value in fields.items():
        pairs = {f"{name}[{k}]": v for k, v in value.items()} if isinstance(value, dict) else {name: value}
        present = {k: v for k, v in pairs.items() if v is not None}
        texts |= {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in present.items()}
    return f"?{urlencode(texts)}" if texts else ""


def _retry_after(value: str | None) -> float:
    """The header has seconds or a date."""
    try:
        if value is None or value.isdigit():
            return float(value or 0)
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0
