"""Runs the scenario with the Python client: `run_python.py SCENARIO`."""

import datetime as dt
import json
import os
import sys
import traceback
from typing import Any

import portable_roth as library
from blocking import Blocking

with open(sys.argv[1], encoding="utf-8") as file:
    given = json.load(file)
base_url, api_key = given["baseUrl"], given["apiKey"]
is_async = os.environ.get("CLIENT") == "async"
platform: Any = library.AsyncPlatformClient if is_async else library.PlatformClient
agent: Any = library.AsyncAgentClient if is_async else library.AgentClient
clients: dict[str, Any] = {
    "platform": platform(base_url, api_key, retry_delay=0.005),
    "invalid": platform(base_url, "svc_test_none", retry_delay=0.005),
    "agent": agent(base_url, retry_delay=0.005),
}
if is_async:
    clients = {name: Blocking(client) for name, client in clients.items()}
saved: dict[str, Any] = {}


def resolve(value: Any) -> Any:
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    name, field = value[1:].split(".")
    return getattr(saved[name], field) if name in saved else "none"


def snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)


def checked(reply: Any) -> Any:
    """Reads each field of the class, and compares it with the JSON."""
    fields = getattr(type(reply), "__annotations__", {})
    for name in fields:
        if name.startswith("_") or name.rstrip("_") not in reply.to_dict():
            continue
        found = getattr(reply, name)
        if "dt." in fields[name] and isinstance(found, str):
            raise AssertionError(f"{type(reply).__name__}.{name} is text")
        value = plain(found)
        if value != reply[name.rstrip("_")]:
            raise AssertionError(f"{type(reply).__name__}.{name} is {value}")
    return reply.to_dict()


def plain(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, dt.date):
        return value.isoformat()
    if hasattr(value, "to_dict"):
        return checked(value)
    if isinstance(value, list):
        return [plain(each) for each in value]
    return {key: plain(each) for key, each in value.items()} if isinstance(value, dict) else value


def run(step: dict[str, Any]) -> dict[str, Any]:
    if "unwrap" in step:
        return {"event": checked(library.webhooks.unwrap(**step["unwrap"]))}
    options = step["options"]
    resource = getattr(clients[step.get("key", step["api"])], snake(step["resource"]))
    named: dict[str, Any] = {
        "request_options": library.RequestOptions(
            idempotency_key=options.get("idempotency_key"),
            timeout=options["timeout_ms"] / 1000 if "timeout_ms" in options else None,
            max_retries=options.get("max_retries"),
            headers=options["headers"],
        )
    }
    path = [resolve(value) for value in step.get("path", [])]
    if "wait" in step:
        path.append(step["wait"])
        named.update(interval=0.025, timeout=options.get("wait_timeout_ms", 300_000) / 1000)
    else:
        named.update({name: resolve(value) for name, value in step.get("params", {}).items()})
    reply = getattr(resource, snake(step["method"]))(*path, **named)
    if step.get("iterate"):
        items = []
        for item in reply:
            items.append(checked(item))
            if len(items) == step.get("take"):
                break
        return {"items": items}
    if isinstance(reply, bytes):
        return {"bytes": len(reply)}
    if "save" in step:
        saved[step["save"]] = reply
    response = reply.raw_response
    content = reply.to_dict() if step["isList"] else checked(reply)
    return {"reply": content, "status": response.status, "has_request_id": response.request_id is not None}


def described(error: library.ServiceError) -> dict[str, Any]:
    if api_key in "".join(traceback.format_exception(error)) + repr(vars(error)):
        raise AssertionError("An error shows the key.")
    name = type(error).__name__.removeprefix("API").replace("PermissionDenied", "Permission")
    if not isinstance(error, library.ResponseError):
        return {"class": name, "message": ""}
    return {
        "class": name,
        "status": error.status,
        "type": error.type,
        "code": error.code,
        "param": error.param,
        "doc_url": error.doc_url,
        "message": str(error),
        "has_request_id": error.request_id is not None,
    }


results = []
for number, step in enumerate(given["steps"], 1):
    try:
        results.append(run(step))
    except library.ServiceError as error:
        results.append({"error": described(error)})
    except Exception as error:
        raise RuntimeError(f"step {number}: {step.get('title')}") from error
print(json.dumps(results))
