"""A connection, on asyncio."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic

from ._failures import RawResponse
from ._model import M
from ._stream import readable

if TYPE_CHECKING:
    from ._transport_async import AsyncPage

#: As `HttpClient`, for asyncio.
AsyncHttpClient = Callable[[str, str, Mapping[str, str], "bytes | None", float], Awaitable[RawResponse]]

sleep = asyncio.sleep
within = asyncio.timeout


def owner() -> tuple[int, asyncio.AbstractEventLoop]:
    return os.getpid(), asyncio.get_running_loop()


class AsyncStream:
    async def open(self, host: str, port: int, _: object) -> None:
        self._reader, self._writer = await asyncio.open_connection(host, port)

    async def secure(self, context: Any, name: str, _: object) -> None:
        await self._writer.start_tls(context, server_hostname=name)

    async def send(self, data: bytes, _: object) -> None:
        # All of it is in memory anyway, so waiting until it is sent would save none.
        self._writer.write(data)

    async def receive(self, _: object) -> bytes:
        return await self._reader.read(2**16)

    def is_quiet(self) -> bool:
        # asyncio has read what arrived, and has no public name for it.
        has_bytes = bool(getattr(self._reader, "_buffer", b"")) or self._reader.at_eof()
        return not (has_bytes or readable(self._writer.get_extra_info("socket").fileno()))

    def drop(self, of: tuple[int, asyncio.AbstractEventLoop]) -> None:
        transport = self._writer.transport
        # The other loop, or the socket, can be closed.
        with suppress(OSError, RuntimeError):
            if of == owner():
                transport.abort()
            elif of[0] == os.getpid():
                of[1].call_soon_threadsafe(transport.abort)
            else:
                # A forked process shares its parent's selector: asyncio would take the parent's socket out of it.
                with open(os.devnull, "rb") as null:
                    os.dup2(null.fileno(), transport.get_extra_info("socket").fileno())


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
