"""Sends requests by httpcore, on connections that are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

import httpcore

from ._failures import RawResponse
from ._stream_async import is_ended, left, owner, within

#: Servers close connections that are idle for longer.
_IDLE = 4.0


class AsyncTimedStream(httpcore.AsyncNetworkStream):
    """A connection on which the end of an attempt ends each wait. httpcore's limits are for a read."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self._is_asked = False

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self._is_asked = True
        return await self._stream.read(max_bytes, left(timeout))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._is_asked = False
        await self._stream.write(buffer, left(timeout))

    async def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return AsyncTimedStream(await self._stream.start_tls(ssl_context, server_hostname, left(timeout)))

    async def aclose(self) -> None:
        await self._stream.aclose()

    def get_extra_info(self, info: str) -> Any:
        return self._is_asked if info == "is_asked" else self._stream.get_extra_info(info)


class AsyncTimedBackend(httpcore.AnyIOBackend):
    async def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *more: Any, **named: Any
    ) -> httpcore.AsyncNetworkStream:
        return AsyncTimedStream(await super().connect_tcp(host, port, left(timeout), *more, **named))


class AsyncConnections:
    """The default HTTP client. Only the process or event loop that opened a connection uses it again."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._places = 64
        self._pools: dict[Any, httpcore.AsyncConnectionPool] = {}
        self._context: Any = None

    async def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse:
        parts = urlsplit(url)
        fields = {"host": parts.netloc, "accept-encoding": "identity", **headers}
        if body is not None or method in ("POST", "PATCH"):
            fields["content-length"] = str(len(body or b""))
        target = url[len(f"{parts.scheme}://{parts.netloc}") :]
        at = httpcore.URL(scheme=parts.scheme, host=parts.hostname or "", port=parts.port, target=target)
        sent = [(name, value.strip(" \t")) for name, value in fields.items()]
        found: dict[str, str] = {}
        content = bytearray()
        try:
            async with within(timeout) as limits:
                pool = self._pool(parts)
                async with pool.stream(method, at, headers=sent, content=body, extensions=limits) as reply:
                    # What arrived with the answer before it is no answer to this request.
                    is_asked = reply.extensions["network_stream"].get_extra_info("is_asked")
                    if reply.status < 200 or not is_asked:
                        raise ConnectionError("The server left HTTP.")
                    async for part in reply.aiter_stream():
                        content += part
                        if len(content) > self._max_bytes:
                            break
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as error:
            raise _cause(error) from error
        except httpcore.ProxyError as error:
            raise ConnectionError(f"The proxy refused: {error}") from error
        for name, value in reply.headers:
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            found[key] = f"{found[key]}, {text}" if key in found else text
        return RawResponse(reply.status, found, bytes(content[: self._max_bytes + 1]))

    def _pool(self, at: SplitResult) -> httpcore.AsyncConnectionPool:
        known = self._pools.get(owner())
        if known:
            return known
        is_secure = at.scheme == "https"
        if is_secure and self._context is None:
            import ssl

            self._context = ssl.create_default_context()
        pool = httpcore.AsyncConnectionPool(
            self._context,
            # A proxy never sees http://, which has no TLS.
            _proxy(at.netloc) if is_secure else None,
            max_connections=None,
            max_keepalive_connections=self._places,
            keepalive_expiry=_IDLE,
            network_backend=AsyncTimedBackend(),
        )
        self._pools = {of: each for of, each in self._pools.items() if not is_ended(of)}
        return self._pools.setdefault(owner(), pool)

    async def close(self) -> None:
        self._places = 0
        pool = self._pools.get(owner())
        self._pools = {}
        if pool:
            await pool.aclose()


def _cause(error: BaseException) -> OSError:
    """The error of the system, from which those of httpcore came."""
    if isinstance(error, httpcore.TimeoutException):
        return TimeoutError("timed out")
    below: BaseException | None = error
    found: OSError | None = None
    while below and not found:
        below = below.__cause__ or below.__context__
        found = below if isinstance(below, OSError) else None
    # Where no address of a host could be reached, its cause says why.
    cause = found.__cause__ if found else None
    return cause if isinstance(cause, OSError) else found or ConnectionError(str(error))


def _proxy(place: str) -> httpcore.Proxy | None:
    if not any(name.lower().endswith("_proxy") for name in os.environ):
        return None
    from urllib.request import getproxies, proxy_bypass

    proxies = {} if proxy_bypass(place) else getproxies()
    proxy = proxies.get("https") or proxies.get("all")
    if not proxy:
        return None
    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    if parts.scheme != "http":
        raise ConnectionError(
            f"A proxy with {parts.scheme}:// is not supported: use http://, or http_client."
        )
    login = None if parts.username is None else (unquote(parts.username), unquote(parts.password or ""))
    return httpcore.Proxy(f"http://{parts.netloc.rpartition('@')[2]}", login)
