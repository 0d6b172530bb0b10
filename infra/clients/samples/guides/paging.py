# The loop fetches the next page when it needs it.
for payout in client.payouts.list(limit=2):
    print(payout.id)
