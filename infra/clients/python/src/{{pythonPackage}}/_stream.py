"""What sockets do as asyncio does."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ._failures import RawResponse

#: Sends one request: method, URL, headers, body and timeout in seconds. It raises
#: `TimeoutError` or another `OSError` where no complete response arrives.
HttpClient = Callable[[str, str, Mapping[str, str], "bytes | None", float], RawResponse]

sleep = time.sleep
owner = os.getpid


def is_ended(of: int) -> bool:
    return of != os.getpid()


@contextmanager
def within(seconds: float) -> Iterator[dict[str, Any]]:
    # All bytes must have arrived at this time, however slowly they do.
    end = time.monotonic() + seconds
    yield {"timeout": {"connect": end, "read": end, "write": end}}


def left(end: float | None) -> float | None:
    seconds = None if end is None else end - time.monotonic()
    if seconds is not None and seconds <= 0:
        raise TimeoutError("timed out")
    return seconds
