"""HTTP/1.1 on connections that are kept."""

from __future__ import annotations

import base64
import os
import re
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from ._failures import RawResponse
from ._stream_async import AsyncStream, owner, sleep, within

#: Servers close connections that are idle for longer.
_IDLE = 4.0
_MAX_HEAD = 2**16

_FIELD = r"\r\n[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*"
_HEAD = re.compile(rf"HTTP/1\.([01]) ([1-9][0-9][0-9])(?: [^\0\r\n]*)?((?:{_FIELD})*)")
_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?")


class _Response:
    """The bytes of a response as they arrive. What is not HTTP/1.1 is a broken connection."""

    def __init__(self, stream: AsyncStream, limit: Any, max_bytes: int) -> None:
        self._stream, self._limit, self._max = stream, limit, max_bytes
        self.buffer = bytearray()

    async def _more(self) -> None:
        data = await self._stream.receive(self._limit)
        if not data:
            raise ConnectionResetError("The connection was closed before the end of the response.")
        self.buffer += data

    def _cut(self, size: int) -> bytes:
        found = bytes(self.buffer[:size])
        del self.buffer[:size]
        return found

    async def _until(self, mark: bytes) -> bytes:
        while (at := self.buffer.find(mark)) < 0:
            if len(self.buffer) > _MAX_HEAD:
                raise ConnectionError("The headers of the response are too long.")
            await self._more()
        return self._cut(at + len(mark))[:at]

    async def _exactly(self, size: int) -> bytes:
        while len(self.buffer) < size:
            await self._more()
        return self._cut(size)

    async def head(self) -> tuple[str, int, dict[str, str]]:
        found = _HEAD.fullmatch((await self._until(b"\r\n\r\n")).decode("latin-1"))
        if not found:
            raise ConnectionError("The response is no HTTP/1.1.")
        headers: dict[str, str] = {}
        for line in found[3].split("\r\n")[1:]:
            name, _, value = line.partition(":")
            twin = headers.get(name.lower())
            headers[name.lower()] = value.strip() if twin is None else f"{twin}, {value.strip()}"
        return found[1], int(found[2]), headers

    async def body(self, status: int, headers: Mapping[str, str]) -> tuple[bytes, bool]:
        """The body, cut one byte after the limit, and whether it is whole and has a known end."""
        coding, length = headers.get("transfer-encoding"), headers.get("content-length")
        if status in (204, 304):
            return b"", True
        if coding is not None:
            return await self._chunks(coding)
        if length is not None:
            if not re.fullmatch("[0-9]{1,15}", length):
                raise ConnectionError("The length of the response is no number.")
            size = min(int(length), self._max + 1)
            return await self._exactly(size), size == int(length)
        while len(self.buffer) <= self._max and (data := await self._stream.receive(self._limit)):
            self.buffer += data
        return bytes(self.buffer[: self._max + 1]), False

    async def _chunks(self, coding: str) -> tuple[bytes, bool]:
        content = bytearray()
        while len(content) <= self._max:
            line = _CHUNK.fullmatch(await self._until(b"\r\n"))
            if not line or coding.lower() != "chunked":
                raise ConnectionError("The chunks of the response are malformed.")
            size = int(line[1], 16)
            if size == 0:
                # Trailers say nothing.
                while await self._until(b"\r\n"):
                    pass
                return bytes(content), True
            content += await self._exactly(min(size, self._max + 1 - len(content)))
            if len(content) <= self._max and await self._exactly(2) != b"\r\n":
                raise ConnectionError("A chunk of the response has another length.")
        return bytes(content), False


class AsyncConnections:
    """The default HTTP client. Only the process or event loop that opened a connection uses it again."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        #: Streams with their origins, owners and ends.
        self._idle: deque[tuple[AsyncStream, str, Any, float]] = deque()
        self._places = 64
        self._context: Any = None

    async def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse:
        scheme, place, *_ = urlsplit(url)
        origin = f"{scheme}://{place}"
        async with within(timeout) as limit:
            stream = self._taken(origin) or await self._opened(scheme, place, limit)
            is_reusable = False
            try:
                await stream.send(_written(method, url[len(origin) :], place, headers, body), limit)
                reading = _Response(stream, limit, self._max_bytes)
                minor, status, found = await reading.head()
                while status < 200:
                    if status == 101:
                        raise ConnectionError("The server left HTTP.")
                    # Early hints: the response comes after them.
                    minor, status, found = await reading.head()
                content, is_whole = await reading.body(status, found)
                # A second framing, or bytes that no request asked for, could be read as the next response.
                is_clear = not reading.buffer and not found.keys() >= {"transfer-encoding", "content-length"}
                is_kept = minor == "1" and "close" not in found.get("connection", "").lower()
                is_reusable = is_whole and is_clear and is_kept and len(self._idle) < self._places
            finally:
                # Bytes of a request that was not sent must not reach the next one.
                if is_reusable:
                    self._idle.append((stream, origin, owner(), time.monotonic() + _IDLE))
                else:
                    stream.drop(owner())
        return RawResponse(status, found, content)

    def _taken(self, origin: str) -> AsyncStream | None:
        with suppress(IndexError):
            while True:
                stream, at, of, until = self._idle.pop()
                # Bytes that arrive while nothing is asked for are no answer to the next request.
                if (at, of) == (origin, owner()) and time.monotonic() < until and stream.is_quiet():
                    return stream
                stream.drop(of)
        return None

    async def close(self) -> None:
        self._places = 0
        while self._idle:
            stream, _, of, _ = self._idle.pop()
            stream.drop(of)
        # asyncio closes sockets in its next turn.
        await sleep(0)

    async def _opened(self, scheme: str, place: str, limit: Any) -> AsyncStream:
        # A connection to a host, or to the proxy of the environment. A proxy never sees http://, which has no TLS.
        at = urlsplit(f"//{place}")
        proxy = _proxy(place) if scheme == "https" else None
        usual = 80 if proxy or scheme == "http" else 443
        stream = AsyncStream()
        await stream.open((proxy or at).hostname or "", (proxy or at).port or usual, limit)
        try:
            if proxy:
                target = place if at.port else f"{place}:443"
                await stream.send(_written("CONNECT", target, target, _login(proxy), None), limit)
                _, status, _ = await _Response(stream, limit, 0).head()
                if status >= 300:
                    raise ConnectionError(f"The proxy returned HTTP {status}.")
            if scheme == "https":
                if self._context is None:
                    import ssl

                    self._context = ssl.create_default_context()
                await stream.secure(self._context, at.hostname or "", limit)
        except BaseException:
            stream.drop(owner())
            raise
        return stream


def _written(method: str, target: str, host: str, headers: Mapping[str, str], body: bytes | None) -> bytes:
    fields = {"host": host, "accept-encoding": "identity", **headers}
    if body is not None or method in ("POST", "PATCH"):
        fields["content-length"] = str(len(body or b""))
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "\r\n"]
    return "\r\n".join(lines).encode("latin-1") + (body or b"")


def _proxy(place: str) -> SplitResult | None:
    if not any(name.lower().endswith("_proxy") for name in os.environ):
        return None
    from urllib.request import getproxies, proxy_bypass

    proxies = {} if proxy_bypass(place) else getproxies()
    proxy = proxies.get("https") or proxies.get("all")
    found = urlsplit(proxy if "://" in proxy else f"http://{proxy}") if proxy else None
    if found and found.scheme != "http":
        raise ConnectionError(
            f"A proxy with {found.scheme}:// is not supported: use http://, or http_client."
        )
    return found


def _login(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}".encode()
    return {"proxy-authorization": f"Basic {base64.b64encode(login).decode()}"}
