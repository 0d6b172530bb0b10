import hashlib

from {{pythonPackage}} import PlatformClient

client = PlatformClient("{{url}}", "{{key}}")
day = "2026-11-21"

# Newest first, so those of an earlier day end the loop.
statement = client.balance.get_settlement(day)
funds = statement.opening.funds
to_drivers = {}
for entry in client.balance.list_transactions(created_before=f"{day}T23:59:59.9999Z", limit=100):
    if entry.created_at.date().isoformat() < day:
        break
    funds += entry.amount
    for posting in entry.postings:
        if posting.to.startswith("driver:"):
            to_drivers[entry.source] = posting.amount
print("closing", funds == statement.closing.funds)

csv = client.balance.get_settlement_csv(day)
print("csv", hashlib.sha256(csv).hexdigest() == statement.entries_sha256)

# Look for the payout's id in the reference of your bank's lines.
for payout, amount in to_drivers.items():
    print(payout, amount)
