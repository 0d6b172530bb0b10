"""The default HTTP client, on `http.client`."""

from __future__ import annotations

import base64
import http.client
import io
import os
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from ._failures import RawResponse

#: Sends one request: method, URL, headers, body and timeout in seconds. It raises
#: `TimeoutError` or another `OSError` where no complete response arrives.
HttpClient = Callable[[str, str, Mapping[str, str], "bytes | None", float], RawResponse]

#: Servers close connections that are idle for longer.
_IDLE = 4.0
_MAX_IDLE = 64


class _Idle(NamedTuple):
    connection: http.client.HTTPConnection
    origin: str
    process: int
    until: float


class Connections:
    """Reuses connections. A forked process and a failed request never do."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._idle: deque[_Idle] = deque()
        self._is_closed = False

    def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse:
        end = time.monotonic() + timeout
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        connection = self._taken(origin) or _opened(parts.scheme, parts.netloc, timeout)
        is_whole = False
        try:
            connection.timeout = timeout
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            connection.response_class = _bounded(end)
            connection.request(method, url[len(origin) :], body, headers)
            response = connection.getresponse()
            # A length that is not reached is an error of read() alone.
            has_limit = response.length is None or response.length > self._max_bytes
            content = response.read(self._max_bytes + 1) if has_limit else response.read()
            is_whole = response.isclosed() and connection.sock is not None
        except http.client.HTTPException as error:
            raise ConnectionError(f"{type(error).__name__}: {error}") from error
        finally:
            # Bytes of a request that was not sent must not reach the next one.
            if not is_whole or self._is_closed:
                connection.close()
            else:
                self._keep(connection, origin)
        return RawResponse(response.status, {k.lower(): v for k, v in response.headers.items()}, content)

    def _taken(self, origin: str) -> http.client.HTTPConnection | None:
        now, process = time.monotonic(), os.getpid()
        while True:
            try:
                idle = self._idle.pop()
            except IndexError:
                return None
            if idle.process == process and idle.origin == origin and now < idle.until:
                return idle.connection
            # The parent process still uses the socket: this closes the child's copy alone.
            idle.connection.close()

    def _keep(self, connection: http.client.HTTPConnection, origin: str) -> None:
        self._idle.append(_Idle(connection, origin, os.getpid(), time.monotonic() + _IDLE))
        if len(self._idle) > _MAX_IDLE:
            self._idle.popleft().connection.close()

    def close(self) -> None:
        self._is_closed = True
        while self._idle:
            self._idle.pop().connection.close()


def _opened(scheme: str, place: str, timeout: float) -> http.client.HTTPConnection:
    """A connection to a host, or to the proxy of the environment. A proxy never sees http://, which has no TLS."""
    if scheme == "http":
        return http.client.HTTPConnection(place, timeout=timeout)
    proxy = None
    if any(name.lower().endswith("_proxy") for name in os.environ):
        from urllib.request import getproxies, proxy_bypass

        proxies = {} if proxy_bypass(place) else getproxies()
        proxy = proxies.get("https") or proxies.get("all")
    if not proxy:
        return http.client.HTTPSConnection(place, timeout=timeout)
    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    headers = {}
    if parts.username is not None:
        login = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(login).decode()}"
    connection = http.client.HTTPSConnection(parts.hostname or "", parts.port or 80, timeout=timeout)
    connection.set_tunnel(place, headers=headers)
    return connection


def _bounded(end: float) -> Any:
    """The class of a response that must be complete at `end`, however slowly its bytes arrive."""

    class Bounded(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *args: Any, **more: Any) -> None:
            super().__init__(sock, *args, **more)
            self._timed = _Timed(sock, self.fp.detach(), end)
            self.fp: Any = io.BufferedReader(self._timed)

        def begin(self) -> None:
            super().begin()
            while 100 <= self.status < 200:
                # Early hints: the response comes after them.
                self.headers: Any = None
                super().begin()
            self._timed.is_head = False

    return Bounded


class _Timed(io.RawIOBase):
    def __init__(self, sock: socket.socket, raw: io.RawIOBase, end: float) -> None:
        self._sock, self._raw, self._end = sock, raw, end
        self.is_head = True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._sock.settimeout(left)
        count = self._raw.readinto(buffer)
        if count == 0 and self.is_head:
            # Python would take cut headers for all headers.
            raise ConnectionResetError("The connection was closed before the end of the headers.")
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()
