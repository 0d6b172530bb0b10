"""What asyncio does as sockets do."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Generic

from ._failures import RawResponse
from ._model import M

if TYPE_CHECKING:
    from ._transport_async import AsyncPage

#: As `HttpClient`, for asyncio.
AsyncHttpClient = Callable[[str, str, Mapping[str, str], "bytes | None", float], Awaitable[RawResponse]]

sleep = asyncio.sleep


def owner() -> tuple[int, asyncio.AbstractEventLoop]:
    return os.getpid(), asyncio.get_running_loop()


def is_ended(of: tuple[int, asyncio.AbstractEventLoop]) -> bool:
    return of[0] != os.getpid() or of[1].is_closed()


@asynccontextmanager
async def within(seconds: float) -> AsyncIterator[dict[str, Any]]:
    async with asyncio.timeout(seconds):
        yield {}


def left(_: object) -> float | None:
    return None


class AsyncList(Coroutine[Any, Any, "AsyncPage[M]"], Generic[M]):
    """A list: `await` or a task reads its first page, and `async for` all objects."""

    def __init__(self, page: Callable[[], Coroutine[Any, Any, AsyncPage[M]]]) -> None:
        self._page = page
        self._task: Coroutine[Any, Any, AsyncPage[M]] | None = None

    def __await__(self) -> Generator[Any, None, AsyncPage[M]]:
        return self._page().__await__()

    def _started(self) -> Coroutine[Any, Any, AsyncPage[M]]:
        self._task = self._task or self._page()
        return self._task

    def send(self, value: Any) -> Any:
        return self._started().send(value)

    def throw(self, *error: Any) -> Any:
        return self._started().throw(*error)

    def close(self) -> None:
        if self._task:
            self._task.close()

    async def __aiter__(self) -> AsyncIterator[M]:
        async for each in await self:
            yield each
