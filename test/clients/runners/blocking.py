"""Lets a program without asyncio use an asynchronous client, from any thread and after a fork."""

import asyncio
import os
import threading
from collections.abc import Iterator
from inspect import isawaitable
from typing import Any

_loops: dict[int, asyncio.AbstractEventLoop] = {}


def wait(awaitable: Any) -> Any:
    if os.getpid() not in _loops:
        _loops[os.getpid()] = loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, daemon=True).start()

    async def awaited() -> Any:
        return await awaitable

    return asyncio.run_coroutine_threadsafe(awaited(), _loops[os.getpid()]).result()


class Blocking:
    """A client or one of its sections."""

    def __init__(self, of: Any) -> None:
        self.of = of

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.of, name)
        if not callable(value):
            return Blocking(value) if name[0] != "_" else value

        def call(*args: Any, **named: Any) -> Any:
            result = value(*args, **named)
            return List(result) if hasattr(result, "__aiter__") else wait(result) if isawaitable(result) else result

        return call

    def __enter__(self) -> "Blocking":
        wait(self.of.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        wait(self.of.__aexit__())


class List:
    """Its first page, read at once, or all objects, read as needed."""

    def __init__(self, of: Any) -> None:
        self.page, self.of = wait(of), of

    def __getattr__(self, name: str) -> Any:
        return getattr(self.page, name)

    def __iter__(self) -> Iterator[Any]:
        items = aiter(self.page)
        while True:
            try:
                yield wait(anext(items))
            except StopAsyncIteration:
                return
