"""What a call is, and all of it that needs no connection."""

from __future__ import annotations

import json
import math
import random
import re
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote

from . import _arguments as arguments
from ._errors import ERRORS
from ._failures import RawResponse, ResponseError, ServiceError, error_from, format_error, network_error
from ._model import Model

_MAX_DELAY = 8.0
#: A longer `Retry-After` ends the call: the caller should decide.
_MAX_RETRY_AFTER = 60.0
#: Where a list that is followed does not say when to ask again.
_FOLLOW = 10.0
_MAX_FOLLOW = 86_400.0


@dataclass(frozen=True)
class RequestOptions:
    #: Default: a new random key for each call, kept for its retries.
    idempotency_key: str | None = None
    #: Stores, sends and pays nothing: the reply is the call's own, with what it would cause in `dry_run`.
    dry_run: bool = False
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


class Call(NamedTuple):
    method: str
    path: str
    retry: str
    key: str
    options: RequestOptions | None
    query: dict[str, Any] | None = None
    body: dict[str, Any] | None = None
    accept: str | None = None
    cursor: str = "id"

    @property
    def direction(self) -> str:
        return "ending_before" if (self.query or {}).get("ending_before") is not None else "starting_after"

    def after(self, last: Model) -> Call | None:
        # None where the next page would start where this one does.
        at, query = last.to_dict().get(self.cursor), self.query or {}
        if not isinstance(at, str) or at == query.get(self.direction):
            return None
        return self._replace(query={**query, self.direction: at})

    def deleted(self, failure: ServiceError) -> RawResponse | None:
        # The object is gone, which an earlier attempt may have done.
        if not (
            self.retry == "gone" and isinstance(failure, ResponseError) and failure.code == "resource_missing"
        ):
            return None
        id = self.path.rpartition("/")[2]
        return failure.response._replace(body=json.dumps({"id": id, "deleted": True}).encode())


class Settings(NamedTuple):
    timeout: float
    call_timeout: float
    max_retries: int
    retry_delay: float
    max_response_bytes: int
    headers: Mapping[str, str] | None
    on_attempt: Callable[[AttemptEvent], object] | None


_USUAL = RequestOptions()


class Calls:
    def __init__(self, base_url: str, api_key: str, user_agent: str, settings: Settings) -> None:
        self._base_url = arguments.checked_url(base_url)
        # Headers can hold a key, so that they stay out of printed objects.
        self._settings = _checked(settings._replace(headers=None))
        always = {"accept": "application/json", "user-agent": user_agent}
        if api_key:
            always["authorization"] = f"Bearer {api_key}"
        arguments.add_headers(always, settings.headers)
        if "idempotency-key" in always:
            raise ValueError("An idempotency key belongs to one call: all calls of a client cannot share it.")
        # Functions keep the key out of printed objects.
        self._headers: Callable[[], dict[str, str]] = always.copy
        # A server could echo the key.
        secrets = [api_key, quote(api_key, safe="")] if api_key else []
        self._hidden: Callable[[RawResponse], RawResponse] = lambda response: response.without(secrets)

    def _limits(self, call: Call) -> Settings:
        options = call.options or _USUAL
        given = {name: getattr(options, name) for name in ("timeout", "call_timeout", "max_retries")}
        changes = {name: value for name, value in given.items() if value is not None}
        return _checked(self._settings._replace(**changes)) if changes else self._settings

    def _request(self, call: Call) -> tuple[str, str, dict[str, str], bytes | None]:
        query = call.query or {}
        if call.options and call.options.dry_run:
            if call.method == "GET":
                raise ValueError("A call that reads has no dry run.")
            query = {**query, "dry_run": True}
        url = self._base_url + call.path + (arguments.query_text(query) if query else "")
        # Half a surrogate pair is a ValueError of `encode`.
        body = None if call.body is None else _ENCODER.encode(call.body).encode()
        return call.method, url, self._call_headers(call), body

    def _call_headers(self, call: Call) -> dict[str, str]:
        options, headers = call.options or _USUAL, self._headers()
        if call.accept:
            headers["accept"] = call.accept
        if call.method != "GET":
            headers["content-type"] = "application/json"
        arguments.add_headers(headers, options.headers)
        own = call.body.get("idempotency_key") if call.body and call.key == "body" else None
        key = arguments.idempotency_key(options.idempotency_key, headers.get("idempotency-key"), own)
        if key is None and call.key != "none":
            key = str(uuid.uuid4())
        if key is not None:
            headers["idempotency-key"] = key
        return headers

    def _read(self, call: Call, timeout: float, answer: RawResponse | OSError) -> RawResponse | ServiceError:
        if isinstance(answer, OSError):
            return network_error(f"{call.method} {call.path}", timeout, answer)
        if 200 <= answer.status < 300:
            return answer
        return error_from(self._hidden(answer), ERRORS)

    def _report(self, call: Call, attempt: int, answer: object, started: float) -> None:
        status, id = (answer.status, answer.request_id) if isinstance(answer, RawResponse) else (None, None)
        # The result of a call, such as a payout, must not depend on its log.
        with suppress(Exception):
            if self._settings.on_attempt:
                event = AttemptEvent(call.method, call.path, attempt, status, id, time.monotonic() - started)
                self._settings.on_attempt(event)

    def _accepted(self, call: Call, response: RawResponse) -> RawResponse:
        if len(response.body) > self._settings.max_response_bytes:
            raise self._format_error(response, f"It has more than {self._settings.max_response_bytes} bytes.")
        if call.accept and not response.headers.get("content-type", "").startswith(call.accept):
            raise self._format_error(response, f"It is no {call.accept}.")
        return response

    def _object(self, response: RawResponse) -> dict[str, Any]:
        try:
            value = _DECODER.decode(response.body.decode())
            # An error has another status, and every reply has a field.
            if isinstance(value, dict) and value and "error" not in value:
                return value
        except (ValueError, RecursionError):
            pass
        raise self._format_error(response, "It is no JSON object.")

    def _list(self, response: RawResponse) -> dict[str, Any]:
        value = self._object(response)
        data = value.get("data")
        if isinstance(data, list) and all(isinstance(each, dict) for each in data):
            return value
        raise self._format_error(response, "It is no list.")

    def _format_error(self, response: RawResponse, why: str) -> ServiceError:
        return format_error(self._hidden(response), why)

    def _wait_after(self, call: Call, failure: ServiceError, attempt: int) -> float | None:
        """Seconds until the next attempt. None: the failure is final."""
        response = failure.response if isinstance(failure, ResponseError) else None
        status = response.status if response else 0
        if status != 429 and (call.retry == "refused" or 0 < status < 500):
            return None
        asked = _retry_after(response.headers.get("retry-after") if response else None)
        delay = min(self._settings.retry_delay * 2.0 ** min(attempt - 1, 30), _MAX_DELAY)
        return None if asked > _MAX_RETRY_AFTER else max(asked, delay * random.uniform(0.5, 1.0))

    def _follow_pause(self, response: RawResponse | None) -> float:
        asked = _retry_after(response.headers.get("retry-after") if response else None)
        return min(asked or _FOLLOW, _MAX_FOLLOW)


def _checked(settings: Settings) -> Settings:
    arguments.checked_seconds("timeout", settings.timeout)
    arguments.checked_seconds("call_timeout", settings.call_timeout)
    arguments.checked_count("max_retries", settings.max_retries)
    arguments.checked_count("max_response_bytes", settings.max_response_bytes)
    return settings


def _refused(constant: str) -> None:
    # NaN and Infinity are no JSON.
    raise ValueError(constant)


def _finite(text: str) -> float:
    # 1e400 would be infinite.
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


# A function of `json` would make one for each call.
_DECODER = json.JSONDecoder(parse_constant=_refused, parse_float=_finite)
_ENCODER = json.JSONEncoder(allow_nan=False, ensure_ascii=False, default=arguments.written)


def _retry_after(value: str | None) -> float:
    # The header has seconds or a date.
    text = (value or "").strip()
    try:
        if not text or re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
            return float(text or 0)
        from email.utils import parsedate_to_datetime

        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0
