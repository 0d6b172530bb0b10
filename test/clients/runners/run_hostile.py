"""Runs the hostile cases with the Python client: `run_hostile.py CASES`."""

import asyncio
import json
import os
import pickle
import sys
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import portable_roth as library
from blocking import Blocking, wait

with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
API_KEY = given["apiKey"]
is_async = os.environ.get("CLIENT") == "async"
if is_async:
    # Its thread is no thread of a case.
    wait(asyncio.sleep(0))
PAY: dict[str, Any] = {"driver_id": "drv_1", "amount": 500, "currency": "usd"}
ANA: dict[str, Any] = {"email": "ana@example.com", "first_name": "Ana", "last_name": "Ng"}


class Run:
    """One case."""

    def __init__(self, one: dict[str, Any]) -> None:
        self.one = one
        self.options = one.get("options", {})
        self.outcome = {"number": one["number"], "result": "ok", "value": "", "message": "", "attempts": 0}
        self.lock = threading.Lock()

    def seen(self, _: library.AttemptEvent) -> None:
        with self.lock:
            self.outcome["attempts"] += 1
        # The result of a call must not depend on its log.
        raise RuntimeError("A hook fails.")

    def clients(self) -> tuple[Any, Any]:
        settings = self.one.get("client", {})
        named: dict[str, Any] = {
            "headers": settings.get("headers"),
            "timeout": seconds(settings, "timeout_ms", 30),
            "call_timeout": seconds(settings, "call_timeout_ms", 120),
            "max_retries": settings.get("max_retries", 3),
            "max_response_bytes": settings.get("max_bytes", 2**25),
            "retry_delay": 0.001,
            "on_attempt": self.seen,
        }
        base = self.one["base"]
        key = settings.get("api_key", API_KEY)
        if is_async:
            platform = library.AsyncPlatformClient(base, key, **named)
            return Blocking(platform), Blocking(library.AsyncAgentClient(base, **named))
        return library.PlatformClient(base, key, **named), library.AgentClient(base, **named)

    def call(self, platform: Any, agent: Any, ids: list[str]) -> str:
        one, options = self.one, self.options
        also: dict[str, Any] = {
            "request_options": library.RequestOptions(
                idempotency_key=options.get("idempotency_key"),
                timeout=seconds(options, "timeout_ms", None),
                call_timeout=seconds(options, "call_timeout_ms", None),
                max_retries=options.get("max_retries"),
                headers=options.get("headers", {}),
            )
        }
        match one.get("op", "read"):
            case "create":
                return platform.drivers.create(**ANA, **also).id
            case "pay":
                body = {"idempotency_key": options["body_key"]} if "body_key" in options else {}
                return platform.payouts.create(**PAY, **body, **also).id
            case "start":
                return agent.signups.start(email="a@example.com", **also).id
            case "unlink":
                return platform.drivers.delete_bank_account(*ids, **also).id
            case "pdf":
                return str(len(platform.tax.get1099_pdf("drv_1", year=2026, **also)))
            case "wait":
                limit = options.get("wait_ms", 5_000) / 1000
                return platform.payouts.wait_for_status(
                    "pay_1", "completed", interval=0.02, timeout=limit, **also
                ).id
            case "list":
                return ",".join(each.id for each in platform.drivers.list(**one.get("query", {}), **also))
            case "fork":
                return self.fork(platform)
        return platform.drivers.get(*ids, **also).id

    def fork(self, platform: Any) -> str:
        """Each of several processes reads its own objects on what it inherits."""
        platform.drivers.get("drv_parent")
        children = []
        for number in range(self.one["times"]):
            child = os.fork()
            if child == 0:
                wanted = [f"drv_{number}_{i}" for i in range(10)]
                is_right = not failure_of(self.own_objects, platform, wanted)
                os._exit(0 if is_right else 1)
            children.append(child)
        own = failure_of(self.own_objects, platform, [f"drv_{i}" for i in range(10)])
        codes = [os.waitpid(child, 0)[1] for child in children]
        # The children's attempts are counted here.
        self.outcome["attempts"] += 10 * len(children)
        if own or any(codes):
            raise RuntimeError(f"{own} {codes}")
        return "ok"

    def own_objects(self, platform: Any, wanted: list[str]) -> None:
        found = [platform.drivers.get(each).id for each in wanted]
        if found != wanted:
            raise RuntimeError(f"{wanted} got {found}")

    def own(self, clients: tuple[Any, Any], id: str) -> str:
        value = self.call(*clients, [id])
        if value != id:
            raise RuntimeError(f"{id} got {value}")
        return value

    def run(self) -> dict[str, Any]:
        one, outcome, times = self.one, self.outcome, self.one.get("times", 1)
        threads = threading.active_count()
        started = time.monotonic()
        clients: Any = None
        try:
            clients = self.clients()
            shown = [vars(each.of if is_async else each) | vars(each._transport) for each in clients]
            if API_KEY in repr(shown):
                outcome["fault"] = "the client shows the key"
            objects = [f"drv_{i}" for i in range(abs(times))]
            if times == 1 or one.get("op") == "fork":
                outcome["value"] = self.call(*clients, one.get("ids", ["drv_1"]))
            elif times < 0:
                for each in objects:
                    self.own(clients, each)
            else:
                with ThreadPoolExecutor(200) as pool:
                    failures = list(pool.map(lambda each: failure_of(self.own, clients, each), objects))
                for failure in filter(None, failures):
                    raise failure
        except Exception as error:
            outcome |= described(error)
        outcome["ms"] = (time.monotonic() - started) * 1000
        attempts = outcome["attempts"]
        if "next" in one:
            outcome["next"] = str(failure_of(clients[0].drivers.get, "after") or "ok")
        if one.get("leave"):
            for client in clients:
                client.close()
            time.sleep(0.1)
            outcome["left"] = threading.active_count() - threads
            with self.clients()[0] as other:
                outcome["open"] = other.drivers.get("open").id
        return outcome | {"attempts": attempts}


def seconds(options: dict[str, Any], name: str, otherwise: float | None) -> float | None:
    return options[name] / 1000 if name in options else otherwise


def failure_of(action: Any, *args: Any) -> Exception | None:
    try:
        action(*args)
    except Exception as error:
        return error
    return None


def described(error: Exception) -> dict[str, Any]:
    name = type(error).__name__
    plain = {"PermissionDeniedError": "PermissionError", "ValueError": "ArgumentError"}.get(name, name)
    outcome: dict[str, Any] = {"result": plain.removeprefix("API"), "message": str(error)}
    shown = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
    if API_KEY in shown:
        outcome["fault"] = "it shows the key"
    if isinstance(error, library.ServiceError):
        copy = pickle.loads(pickle.dumps(error))
        if (type(copy), str(copy), vars(copy)) != (type(error), str(error), vars(error)):
            outcome["fault"] = "it cannot be pickled"
    elif plain == name:
        outcome["message"] = "".join(traceback.format_exception(error))
    if isinstance(error, library.ResponseError):
        outcome |= {"status": error.status, "request_id": error.request_id}
    return outcome


print(json.dumps([Run(one).run() for one in given["cases"]]))
