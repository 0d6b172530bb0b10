"""Takes a line of JSON for each call of the Python client, and prints one."""

import asyncio
import datetime as dt
import gc
import json
import os
import pickle
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

import portable_roth as library

IS_ASYNC = os.environ.get("CLIENT") == "async"
lock = threading.Lock()
loop = asyncio.new_event_loop()
opened: dict[str, "Opened"] = {}


class Opened:
    def __init__(self, api: str, settings: dict[str, Any]) -> None:
        self.attempts = 0
        self.tasks: set[asyncio.Future[Any]] = set()
        kind = getattr(library, f"{'Async' if IS_ASYNC else ''}{'Agent' if api == 'agent' else 'Platform'}Client")
        keys = [] if api == "agent" else [settings["key"]]
        named = {name: settings[name] for name in ("headers", "max_retries") if name in settings}
        named |= {name: settings[f"{name}_ms"] / 1000 for name in TIMES if f"{name}_ms" in settings}
        if "max_bytes" in settings:
            named["max_response_bytes"] = settings["max_bytes"]
        self.of = kind(settings["base"], *keys, **named, on_attempt=self.seen)

    def seen(self, _: library.AttemptEvent) -> None:
        with lock:
            self.attempts += 1
        # The result of a call must not depend on its log.
        raise RuntimeError("A hook fails.")

    def wait(self, awaitable: Any) -> Any:
        if not IS_ASYNC:
            return awaitable

        async def awaited() -> Any:
            return await awaitable

        if os.getpid() != PROCESS:
            return asyncio.run(awaited())
        task = asyncio.run_coroutine_threadsafe(awaited(), loop)
        self.tasks.add(task)
        try:
            return task.result()
        finally:
            self.tasks.discard(task)

    def call(self, given: dict[str, Any]) -> dict[str, Any]:
        options = given.get("options", {})
        named = {name: numbered(value) for name, value in (given.get("params") or {}).items()}
        named["request_options"] = library.RequestOptions(
            idempotency_key=options.get("idempotency_key"),
            dry_run=options.get("dry_run", False),
            timeout=options["timeout_ms"] / 1000 if "timeout_ms" in options else None,
            call_timeout=options["call_timeout_ms"] / 1000 if "call_timeout_ms" in options else None,
            max_retries=options.get("max_retries"),
            headers=options.get("headers", {}),
        )
        path = list(given.get("path", []))
        if "wait" in given:
            path.append(given["wait"])
            named |= {"interval": options["interval_ms"] / 1000, "timeout": options["wait_ms"] / 1000}
        method = getattr(getattr(self.of, snake(given["resource"])), snake(given["method"]))
        reply = method(*path, **named)
        if given.get("iterate"):
            return {"items": self.wait(first(reply, given["iterate"])) if IS_ASYNC else take(reply, given["iterate"])}
        reply = self.wait(reply)
        if isinstance(reply, bytes):
            return {"bytes": len(reply)}
        response = reply.raw_response
        typed = None if given.get("is_list") else plain(reply)
        facts = {"status": response.status, "request_id": response.request_id, "printed": f"{reply!r} {reply}"}
        return {"reply": reply.to_dict(), "typed": typed, **facts}

    def fork(self, times: int) -> dict[str, Any]:
        # Each of several processes reads its own objects on what it inherits.
        self.wait(self.of.drivers.get("drv_parent"))
        children = []
        for number in range(times):
            child = os.fork()
            if child == 0:
                try:
                    os._exit(self.own([f"drv_{number}_{i}" for i in range(10)]))
                except BaseException:
                    os._exit(2)
            children.append(child)
        codes = [self.own([f"drv_{i}" for i in range(10)]), *(os.waitpid(child, 0)[1] for child in children)]
        self.attempts += 10 * len(children)
        return {"reply": {"id": "right" if not any(codes) else f"{codes}"}}

    def own(self, ids: list[str]) -> int:
        return int([self.wait(self.of.drivers.get(id)).id for id in ids] != ids)


def numbered(value: Any) -> Any:
    return float("nan") if value == "$NaN" else value


TIMES = ("timeout", "call_timeout", "retry_delay")
PROCESS = os.getpid()


def snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)


def take(reply: Any, most: int) -> list[Any]:
    items: list[Any] = []
    for item in reply:
        items.append(item.to_dict())
        if len(items) == most:
            break
    return items


async def first(reply: Any, most: int) -> list[Any]:
    items: list[Any] = []
    async for item in reply:
        items.append(item.to_dict())
        if len(items) == most:
            break
    return items


def plain(value: Any) -> Any:
    """The fields of a reply's class, as JSON."""
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, dt.date):
        return value.isoformat()
    if hasattr(value, "to_dict"):
        names = [each for each in type(value).__annotations__ if each[0] != "_" and each.rstrip("_") in value.to_dict()]
        return {name.rstrip("_"): plain(getattr(value, name)) for name in names}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return {key: plain(each) for key, each in value.items()} if isinstance(value, dict) else value


def unwrap(given: dict[str, Any]) -> dict[str, Any]:
    options = {name: numbered(value) for name, value in given.get("options", {}).items()}
    event = library.webhooks.unwrap(given["body"], given["headers"], given["secrets"], **options)
    return {"event": event.to_dict(), "typed": plain(event)}


def receipt(given: dict[str, Any]) -> dict[str, Any]:
    keys, issuer, text = json.loads(given["keys"]), given.get("issuer"), given.get("text")
    return library.verify_receipt(given["receipt"], keys, issuer=issuer, text=text)


def operate(operation: str, given: dict[str, Any]) -> dict[str, Any]:
    name = given.get("client", "")
    if operation == "client":
        opened[name] = Opened(given["api"], given["settings"])
        of = opened[name].of
        return {"shown": repr(vars(of) | vars(of._transport))}
    if operation == "cancel":
        for task in list(opened[name].tasks):
            task.cancel()
    if operation == "close":
        opened[name].wait(opened[name].of.close())
    if operation == "state":
        gc.collect()
        return {"tasks": threading.active_count()}
    if operation == "fork":
        return opened[name].fork(given["times"])
    if operation in ("unwrap", "receipt"):
        return {"unwrap": unwrap, "receipt": receipt}[operation](given)
    return opened[name].call(given) if operation == "call" else {}


def described(error: BaseException) -> dict[str, Any]:
    name, text = type(error).__name__, "".join(traceback.format_exception(error))
    fields: dict[str, Any] = {"class": name, "message": str(error), "text": str(error)}
    fields["shown"] = text + repr(error) + repr(vars(error))
    if isinstance(error, library.ServiceError):
        copy = pickle.loads(pickle.dumps(error))
        if (type(copy), str(copy), vars(copy)) != (type(error), str(error), vars(error)):
            fields["fault"] = "it cannot be pickled"
    elif isinstance(error, ValueError):
        fields["class"] = "ValueError"
    else:
        fields |= {"class": "Untyped", "message": text}
    if isinstance(error, library.ResponseError):
        fields["message"] = error.message if hasattr(error, "message") else str(error)
        for field in ("status", "type", "code", "param", "doc_url", "request_id"):
            fields[field] = getattr(error, field)
    return fields


def answer(line: str) -> None:
    given = json.loads(line)
    number, operation = given.pop("number"), given.pop("operation")
    try:
        outcome: dict[str, Any] = {"ok": operate(operation, given)}
    except BaseException as error:
        outcome = {"error": described(error)}
    of = opened.get(given.get("client", ""))
    text = json.dumps({"number": number, "attempts": of.attempts if of else 0, **outcome})
    with lock:
        print(text, flush=True)


def main() -> None:
    if IS_ASYNC:
        threading.Thread(target=loop.run_forever, daemon=True).start()
    for line in sys.stdin:
        # These count the threads, or belong to the main one.
        starts: Callable[[str], object] = lambda text: threading.Thread(target=answer, args=[text]).start()
        (starts if '"operation":"call"' in line else answer)(line)
    os._exit(0)


main()
