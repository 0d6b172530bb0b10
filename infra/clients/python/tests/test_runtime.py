"""Tests of the hand-written parts: `python -m unittest`."""

import asyncio
import copy
import datetime as dt
import email.message
import http.server
import json
import pathlib
import pickle
import re
import threading
import unittest
from typing import Any

from {{pythonPackage}} import (
    NOT_GIVEN,
    APIConnectionError,
    AsyncPlatformClient,
    PlatformClient,
    RawResponse,
    WebhookSignatureError,
    testing,
    webhooks,
)
from {{pythonPackage}}._arguments import written
from {{pythonPackage}}._calls import Call

KEY = "svc_test_unguessable"
URL = "https://api.example.com/"
PAY: dict[str, Any] = {"driver_id": "drv_1", "amount": 500, "currency": "usd"}
README = pathlib.Path(__file__).parent.parent / "README.md"


def client_of(*answers: testing.Answer) -> tuple[PlatformClient, testing.FakeTransport]:
    fake = testing.FakeTransport(*answers)
    return PlatformClient(URL, KEY, retry_delay=0.001, http_client=fake.send), fake


OK = testing.reply({"id": "drv_1", "brand_new": 1})


class TransportTest(unittest.TestCase):
    def test_a_query_has_no_null(self) -> None:
        client, fake = client_of(testing.reply({"data": [], "has_more": False}))
        status: Any = None
        client.payouts.list(limit=2, status=status)
        self.assertEqual(fake.requests[0].path, "/v1/payments?limit=2")

    def test_a_body_has_null_only_where_it_is_given(self) -> None:
        client, fake = client_of(OK, OK)
        client.drivers.update("drv_1", phone=None, address=NOT_GIVEN, metadata={"a": None})
        client.drivers.update("drv_1")
        bodies = [each.body for each in fake.requests]
        self.assertEqual(bodies, [{"phone": None, "metadata": {"a": None}}, {}])

    def test_a_copy_of_not_given_is_not_sent_either(self) -> None:
        client, fake = client_of(OK)
        client.drivers.update("drv_1", phone=pickle.loads(pickle.dumps(copy.deepcopy(NOT_GIVEN))))
        self.assertEqual(fake.requests[0].body, {})
        self.assertEqual((bool(NOT_GIVEN), repr(NOT_GIVEN)), (False, "NOT_GIVEN"))

    def test_a_late_retry_waits_no_longer_than_the_maximum(self) -> None:
        client, _ = client_of(OK)
        call = Call("GET", "/v1/drivers", "always", "none", None)
        wait = client._transport._wait_after(call, APIConnectionError("lost"), 2_000)
        self.assertTrue(wait and 4 <= wait <= 8)

    def test_a_follower_waits_as_the_reply_says_or_ten_seconds(self) -> None:
        client, _ = client_of()
        calls = client.drivers._transport
        for said, seconds in (("0.5", 0.5), ("60", 60), ("", 10), ("0", 10), ("9" * 400, 86_400)):
            response = RawResponse(200, {"retry-after": said} if said else {}, b"")
            self.assertEqual(calls._follow_pause(response), seconds)

    def test_dates_are_written_as_the_api_takes_them(self) -> None:
        client, fake = client_of(OK, OK)
        east = dt.timezone(dt.timedelta(hours=2))
        instant = dt.datetime(2026, 7, 1, 1, 30, tzinfo=east)
        client.tax.log_mileage("drv_1", miles=1, date=dt.date(2026, 7, 1))
        self.assertEqual(fake.requests[0].body, {"miles": 1, "date": "2026-07-01"})
        self.assertEqual(written(instant), "2026-06-30T23:30:00.000Z")
        with self.assertRaises(ValueError):
            written(instant.replace(tzinfo=None))

    def test_dates_are_read_and_the_text_stays_beside_them(self) -> None:
        for text, is_read in (
            ("2026-11-21T09:30:00.000Z", True),
            ("2026-11-21T09:30:00.123456789+02:00", True),
            ("2026-11-21T09:30:00", False),
            ("2026-12-31T23:59:60Z", False),
            ("tomorrow", False),
            ("", False),
            (5, False),
        ):
            client, _ = client_of(testing.reply({"id": "drv_1", "created_at": text}))
            driver = client.drivers.get("drv_1")
            self.assertEqual(isinstance(driver.created_at, dt.datetime), is_read, text)
            self.assertEqual(driver["created_at"], text)
            self.assertEqual(driver.created_at == text, not is_read)

    def test_a_reply_is_equal_to_its_like_and_names_its_fields(self) -> None:
        client, _ = client_of(OK, OK, testing.reply({"id": "drv_2"}))
        first, again, other = (client.drivers.get("drv_1") for _ in range(3))
        self.assertEqual((first == again, first == other), (True, False))
        self.assertIn("first_name", dir(first))


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_list_is_awaited_iterated_or_a_task(self) -> None:
        fake = testing.FakeTransport(*(testing.reply({"data": [], "has_more": False}) for _ in range(3)))
        async with AsyncPlatformClient(URL, KEY, http_client=fake.send_async) as client:
            self.assertEqual((await client.drivers.list()).data, [])
            self.assertEqual((await asyncio.create_task(client.drivers.list())).data, [])
            self.assertEqual([driver.id async for driver in client.drivers.list()], [])

    async def test_a_cancelled_call_ends_its_connection_at_once(self) -> None:
        closed = asyncio.Event()

        async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            while await reader.read(2**16):
                pass
            closed.set()
            writer.close()

        async with await asyncio.start_server(hang, "127.0.0.1") as server:
            port = server.sockets[0].getsockname()[1]
            client = AsyncPlatformClient(f"http://127.0.0.1:{port}", KEY)
            call = asyncio.create_task(client.payouts.create(**PAY))
            await asyncio.sleep(0.05)
            call.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await call
            await asyncio.wait_for(closed.wait(), 5)

    def test_a_client_works_in_one_event_loop_after_another(self) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("content-length", "14")
                self.end_headers()
                self.wfile.write(b'{"id":"drv_1"}')

            def log_message(self, *_: object) -> None:
                pass

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever).start()
            client = AsyncPlatformClient(f"http://127.0.0.1:{server.server_port}", KEY)
            for _ in range(3):
                self.assertEqual(asyncio.run(client.drivers.get("drv_1")).id, "drv_1")
            asyncio.run(client.close())
            server.shutdown()


class ReadmeTest(unittest.TestCase):
    def test_its_program_proves_that_a_retry_pays_once(self) -> None:
        samples = re.findall(r"```python\n([^`]*)```", README.read_text())
        [program] = [each for each in samples if "FakeTransport" in each]
        names: dict[str, Any] = {}
        exec(program, names)  # noqa: S102
        self.assertEqual(len({each.idempotency_key for each in names["fake"].requests}), 1)

    def test_two_keys_pay_twice_on_the_fake(self) -> None:
        client, fake = client_of(*[testing.lost(OK)] * 2)
        client.payouts.create(**PAY)
        client.payouts.create(**PAY)
        self.assertEqual((fake.effects, len(fake.requests)), (2, 4))


class WebhookTest(unittest.TestCase):
    def test_what_is_no_delivery_is_refused_by_its_own_error(self) -> None:
        body = b'{"id":"evt_1","type":"driver.created","data":{"id":"drv_1"}}'
        signed: dict[str, Any] = testing.sign_webhook(body)
        message = email.message.Message()
        for name, value in signed.items():
            message[name] = value
        listed: Any = {name.title(): [value] for name, value in signed.items()}
        for headers in (signed, listed, message):
            self.assertEqual(webhooks.unwrap(body, headers, testing.TEST_SECRET).data["id"], "drv_1")
        for change in (
            {"body": json.loads(body)},
            {"body": None},
            {"body": "\udc80"},
            {"headers": None},
            {"headers": list(signed.items())},
            {"headers": {**signed, "webhook-signature": []}},
            {"headers": {**signed, "webhook-id": "\udc80"}},
            {"secret": None},
            {"secret": [None]},
        ):
            given: dict[str, Any] = {"body": body, "headers": signed, "secret": testing.TEST_SECRET, **change}
            with self.assertRaises(WebhookSignatureError):
                webhooks.unwrap(**given)


if __name__ == "__main__":
    unittest.main()
