"""A connection, on sockets."""

from __future__ import annotations

import os
import select
import socket
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


@contextmanager
def within(seconds: float) -> Iterator[float]:
    # All bytes must have arrived at this time, however slowly they do.
    yield time.monotonic() + seconds


def _left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left


def readable(descriptor: int) -> bool:
    if not hasattr(select, "poll"):
        return bool(select.select([descriptor], [], [], 0)[0])
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))


class Stream:
    def open(self, host: str, port: int, end: float) -> None:
        self._socket = socket.create_connection((host, port), _left(end))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def secure(self, context: Any, name: str, end: float) -> None:
        self._socket.settimeout(_left(end))
        self._socket = context.wrap_socket(self._socket, server_hostname=name)

    def send(self, data: bytes, end: float) -> None:
        self._socket.settimeout(_left(end))
        self._socket.sendall(data)

    def receive(self, end: float) -> bytes:
        self._socket.settimeout(_left(end))
        return self._socket.recv(2**16)

    def is_quiet(self) -> bool:
        return not readable(self._socket.fileno())

    def drop(self, _: object) -> None:
        # Where the parent process still uses it, this closes the child's copy alone.
        self._socket.close()
