driver = client.drivers.create(
    email="ana@example.com",
    first_name="Ana",
    last_name="Ng",
    occupation="802",
)
payout = client.payouts.create(
    driver_id=driver.id,
    amount=12_500,
    tip_amount=2_000,
    currency="usd",
)
print(payout.id, payout.status)
