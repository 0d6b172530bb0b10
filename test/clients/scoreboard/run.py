"""Runs cases with a library of others: `run.py stripe|openai CASES`. Prints one outcome a case."""

import json
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

name, file = sys.argv[1:]
with open(file, encoding="utf-8") as source:
    given = json.load(source)
api_key = given["apiKey"]


class Stripe:
    def __init__(self) -> None:
        import stripe

        self.module, self.base = stripe, stripe.StripeError

    def call(self, one: dict[str, Any]) -> object:
        options = one.get("options", {})
        http = {"http_client": self.module.RequestsClient(timeout=options["timeout_ms"] / 1000)} if "timeout_ms" in options else {}
        client = self.module.StripeClient(
            api_key,
            base_addresses={"api": one["base"]},
            max_network_retries=options.get("max_retries", 3),
            **http,
        )
        request = {}
        if "idempotency_key" in options:
            request["idempotency_key"] = options["idempotency_key"]
        if "headers" in options:
            request["headers"] = options["headers"]
        if one.get("op", "read") == "read":
            return client.v1.customers.retrieve(one.get("ids", ["drv_1"])[0], options=request)
        return client.v1.customers.create({"name": "Ana"}, options=request)


class OpenAI:
    def __init__(self) -> None:
        import openai

        self.module, self.base = openai, openai.OpenAIError

    def call(self, one: dict[str, Any]) -> object:
        options = one.get("options", {})
        client = self.module.OpenAI(
            api_key=api_key, base_url=one["base"] + "/v1", max_retries=options.get("max_retries", 3)
        )
        headers = dict(options.get("headers", {}))
        if "idempotency_key" in options:
            headers["Idempotency-Key"] = options["idempotency_key"]
        more: dict[str, Any] = {"extra_headers": headers}
        if "timeout_ms" in options:
            more["timeout"] = options["timeout_ms"] / 1000
        if one.get("op", "read") == "read":
            return client.models.retrieve(one.get("ids", ["drv_1"])[0], **more)
        return client.vector_stores.create(name="Ana", **more)


library = Stripe() if name == "stripe" else OpenAI()


def run(one: dict[str, Any]) -> dict[str, Any]:
    started = time.monotonic()
    outcome = {"number": one["number"], "result": "ok", "fault": ""}
    try:
        # The program of a user reads a field.
        outcome["value"] = str(library.call(one).id)  # type: ignore[attr-defined]
    except Exception as error:
        outcome["result"] = "typed" if isinstance(error, library.base) else "foreign"
        outcome["value"] = type(error).__name__
        shown = str(error.args) + str(vars(error)) + "".join(traceback.format_exception(error))
        if api_key in shown:
            outcome["fault"] = "it shows the key"
    return {**outcome, "ms": (time.monotonic() - started) * 1000}


with ThreadPoolExecutor(16) as pool:
    print(json.dumps({"outcomes": list(pool.map(run, given["cases"])), "crashes": 0}))
