"""Tests of the hand-written parts: `python -m unittest`."""

import base64
import copy
import hashlib
import hmac
import json
import pickle
import unittest
from collections.abc import Mapping
from typing import Any

from {{pythonPackage}} import (
    NOT_GIVEN,
    APIConnectionError,
    PlatformClient,
    RawResponse,
    WebhookSignatureError,
    webhooks,
)
from {{pythonPackage}}._transport import Plan

KEY = "svc_test_unguessable"


class Server:
    """An HTTP client that returns these responses in turn."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.sent: list[dict[str, Any]] = []

    def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> RawResponse:
        self.sent.append({"url": url, "headers": dict(headers), "body": body})
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        status, headers, content = answer
        return RawResponse(status, headers, json.dumps(content).encode())


def client_of(*answers: Any) -> tuple[PlatformClient, Server]:
    server = Server(*answers)
    return PlatformClient("https://api.example.com/", KEY, retry_delay=0.001, http_client=server), server


OK = (200, {"x-request-id": "req_1"}, {"id": "drv_1", "brand_new": 1})


class TransportTest(unittest.TestCase):
    def test_a_query_has_no_null(self) -> None:
        client, server = client_of((200, {}, {"data": [], "has_more": False}))
        status: Any = None
        client.payouts.list(limit=2, status=status)
        self.assertEqual(server.sent[0]["url"], "https://api.example.com/v1/payments?limit=2")

    def test_a_body_has_null_only_where_it_is_given(self) -> None:
        client, server = client_of(OK)
        client.drivers.update("drv_1", phone=None, address=NOT_GIVEN, metadata={"a": None})
        client.drivers.update("drv_1")
        bodies = [json.loads(each["body"]) for each in server.sent]
        self.assertEqual(bodies, [{"phone": None, "metadata": {"a": None}}, {}])

    def test_a_copy_of_not_given_is_not_sent_either(self) -> None:
        client, server = client_of(OK)
        client.drivers.update("drv_1", phone=pickle.loads(pickle.dumps(copy.deepcopy(NOT_GIVEN))))
        self.assertEqual(server.sent[0]["body"], b"{}")
        self.assertEqual((bool(NOT_GIVEN), repr(NOT_GIVEN)), (False, "NOT_GIVEN"))

    def test_a_late_retry_waits_no_longer_than_the_maximum(self) -> None:
        client, _ = client_of(OK)
        plan = Plan("GET", "/v1/drivers", "always", "none")
        wait = client.drivers._transport._wait_after(APIConnectionError("lost"), plan, 2_000)
        self.assertTrue(wait and 4 <= wait <= 8)


class WebhookTest(unittest.TestCase):
    def test_an_event_needs_both_signatures_and_its_time(self) -> None:
        key = bytes(range(32))
        secret = "whsec_" + base64.b64encode(key).decode()
        body = b'{"id":"evt_1","type":"driver.created","data":{"id":"drv_1"}}'
        signed = hmac.new(key, b"evt_1.1000." + body, hashlib.sha256).digest()
        headers = {
            "Webhook-Id": "evt_1",
            "Webhook-Timestamp": "1000",
            "Webhook-Signature": "v1," + base64.b64encode(signed).decode(),
            "X-Service-Signature": "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(),
        }
        event = webhooks.unwrap(body, headers, secret, now=1000)
        self.assertEqual((event.type, event.data["id"]), ("driver.created", "drv_1"))
        listed: Any = {name: [value] for name, value in headers.items()}
        self.assertEqual(webhooks.unwrap(body, listed, secret, now=1000).data["id"], "drv_1")
        for change in (
            {"body": body + b" "},
            {"body": json.loads(body)},
            {"body": None},
            {"body": "\udc80"},
            {"headers": None},
            {"headers": list(headers.items())},
            {"headers": {**headers, "Webhook-Timestamp": 1000}},
            {"headers": {**headers, "Webhook-Signature": None}},
            {"headers": {**headers, "Webhook-Signature": []}},
            {"headers": {**headers, "Webhook-Id": "\udc80"}},
            {"headers": {**headers, "X-Service-Signature": "\udc80"}},
            {"secret": None},
            {"secret": [None]},
            {"secret": 5},
            {"now": 1301},
            {"now": 699},
            {"headers": {**headers, "X-Service-Signature": "sha256=00"}},
            {"headers": {**headers, "Webhook-Signature": "v1,AAAA"}},
        ):
            given: dict[str, Any] = {
                "body": body,
                "headers": headers,
                "secret": secret,
                "now": 1000,
                **change,
            }
            with self.assertRaises(WebhookSignatureError):
                webhooks.unwrap(**given)


if __name__ == "__main__":
    unittest.main()
