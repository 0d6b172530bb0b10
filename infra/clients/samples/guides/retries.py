from {{pythonPackage}} import PlatformClient, RequestOptions

client = PlatformClient("{{url}}", "{{key}}", max_retries=5)
options = RequestOptions(idempotency_key="shift-42")


def pay():
    return client.payouts.create(
        driver_id="DRIVER_ID",
        amount=12_500,
        currency="usd",
        request_options=options,
    )


# The second call has the key of the first, so it pays nothing and returns the same payout.
first = pay()
again = pay()
print("true" if first.id == again.id else "false")
