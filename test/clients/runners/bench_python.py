"""Compares the Python client with the bare `http.client`: `bench_python.py URL CALLS`."""

import http.client
import json
import sys
import time
from collections.abc import Callable
from urllib.parse import urlsplit

url, calls = sys.argv[1], int(sys.argv[2])
before = time.perf_counter()

from portable_roth import PlatformClient  # noqa: E402

platform = PlatformClient(url, "svc_test_none")
platform.drivers.get("drv_1")
first_ms = (time.perf_counter() - before) * 1000

headers = {"accept": "application/json", "authorization": "Bearer svc_test_none", "user-agent": "bare"}
connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)


def bare() -> None:
    connection.request("GET", "/v1/drivers/drv_1", None, headers)
    json.loads(connection.getresponse().read())


def cpu_of(call: Callable[[], object]) -> float:
    start = time.process_time()
    for _ in range(calls):
        call()
    return (time.process_time() - start) / calls * 1e6


rounds = []
for _ in range(7):
    # Both are measured in the middle of a round, because a process becomes faster with time.
    client = cpu_of(lambda: platform.drivers.get("drv_1"))
    plain = cpu_of(bare) + cpu_of(bare)
    client += cpu_of(lambda: platform.drivers.get("drv_1"))
    rounds.append([client / 2, plain / 2])
print(json.dumps({"first_ms": first_ms, "rounds": rounds}))
