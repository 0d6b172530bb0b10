from {{pythonPackage}} import PlatformClient

client = PlatformClient("{{url}}", "{{key}}")

driver = client.drivers.create(email="ana@example.com", first_name="Ana", last_name="Ng")
payout = client.payouts.create(driver_id=driver.id, amount=12_500, currency="usd")
print(payout.id, payout.status)
