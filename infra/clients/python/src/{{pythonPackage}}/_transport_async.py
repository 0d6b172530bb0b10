"""Sends requests, and repeats them while that is safe."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING, Any, Generic

from ._calls import Call, Calls, Settings
from ._errors import RateLimitError
from ._failures import FinalStatusError, RawResponse, StatusTimeoutError
from ._model import M, Model
from ._stream_async import AsyncHttpClient, sleep

if TYPE_CHECKING:
    from ._http_async import AsyncConnections


class AsyncTransport(Calls):
    def __init__(
        self, base_url: str, key: str, agent: str, settings: Settings, http_client: AsyncHttpClient | None
    ) -> None:
        super().__init__(base_url, key, agent, settings)
        self._connections: AsyncConnections | None = None
        if http_client is None:
            from ._http_async import AsyncConnections

            http_client = self._connections = AsyncConnections(settings.max_response_bytes)
        self._http = http_client

    async def close(self) -> None:
        if self._connections:
            await self._connections.close()

    async def send(self, shape: type[M], call: Call) -> M:
        response = await self.response(call)
        return shape(self._object(response), response)

    async def page(self, item: type[M], call: Call) -> AsyncPage[M]:
        response = await self.response(call)
        return AsyncPage(self, item, call, self._list(response), response)

    async def content(self, call: Call) -> bytes:
        return (await self.response(call)).body

    async def response(self, call: Call) -> RawResponse:
        """Sends until it succeeds, fails for good or has no attempts or time left."""
        settings, request = self._limits(call), self._request(call)
        end = time.monotonic() + settings.call_timeout
        attempt, was_lost = 1, False
        while True:
            started = time.monotonic()
            timeout = min(settings.timeout, max(end - started, 0.001))
            answer: RawResponse | OSError | None = None
            try:
                answer = await self._http(*request, timeout)
            except OSError as error:
                answer = error
            finally:
                self._report(call, attempt, answer, started)
            outcome = self._read(call, timeout, answer)
            if isinstance(outcome, RawResponse):
                return self._accepted(call, outcome)
            gone = call.deleted(outcome) if was_lost else None
            if gone:
                return gone
            wait = self._wait_after(call, outcome, attempt)
            if attempt > settings.max_retries or wait is None or time.monotonic() + wait >= end:
                raise outcome
            was_lost = was_lost or not isinstance(outcome, RateLimitError)
            await sleep(wait)
            attempt += 1

    async def follow(self, item: type[M], call: Call, start: str) -> AsyncIterator[M]:
        """Yields each object of a list once, the oldest first, and then those to come."""
        call = call._replace(query={"limit": 100, "ending_before": start, **(call.query or {})})
        while True:
            page = await self.page(item, call)
            if page.data:
                call = page._following()
            for each in page._in_order():
                yield each
            if not (page.has_more and page.data):
                await sleep(self._follow_pause(page.raw_response))

    async def wait(
        self, shape: type[M], call: Call, to: Sequence[str], final: Sequence[str], pause: float, limit: float
    ) -> M:
        """Reads an object until its status is one of `to`."""
        end = time.monotonic() + limit
        while True:
            reply = await self.send(shape, call)
            status = reply.to_dict().get("status")
            if status in ([to] if isinstance(to, str) else to):
                return reply
            if status in final:
                raise FinalStatusError(f"The status is {status} for good.")
            if time.monotonic() + pause > end:
                raise StatusTimeoutError(f"The status is still {status} after {limit} s.")
            await sleep(pause)


class AsyncPage(Model, Generic[M]):
    """One page of a list. Iterating also reads those after it, or with `ending_before` those before it."""

    has_more: bool
    total_count: int

    def __init__(
        self, transport: AsyncTransport, item: type[M], call: Call, data: dict[str, Any], raw: RawResponse
    ) -> None:
        super().__init__(data, raw)
        self._transport, self._item, self._call = transport, item, call
        self.data: list[M] = [item(each) for each in data["data"]]

    def _in_order(self) -> list[M]:
        return self.data[::-1] if self._call.direction == "ending_before" else self.data

    def _following(self) -> Call:
        following = self._call.after(self._in_order()[-1])
        if following is None and self.raw_response:
            raise self._transport._format_error(
                self.raw_response, "Its next page starts where this one does."
            )
        return following or self._call

    async def next_page(self) -> AsyncPage[M] | None:
        """Reads the page after this one, if there is one."""
        if not (self.has_more and self.data):
            return None
        return await self._transport.page(self._item, self._following())

    async def __aiter__(self) -> AsyncIterator[M]:
        page: AsyncPage[M] | None = self
        while page:
            for each in page._in_order():
                yield each
            page = await page.next_page()
