"""Adds a driver, pays them, and lists their payouts."""

import os

from {{pythonPackage}} import PlatformClient

client = PlatformClient(
    os.environ.get("PORTABLE_ROTH_URL", "http://localhost:3000"),
    os.environ["PORTABLE_ROTH_KEY"],
)

driver = client.drivers.create(email="ana@example.com", first_name="Ana", last_name="Ng")
payout = client.payouts.create(driver_id=driver.id, amount=12_500, currency="usd")
print(payout.status, payout.net_amount)

for each in client.payouts.list(driver_id=driver.id):
    print(each.id, each.amount)
