# curl repeats the request after a 429 or a 5xx. The key makes sure that it pays once.
curl --retry 5 {{url}}/v1/payments/payout \
  -H 'authorization: Bearer {{key}}' \
  -H 'idempotency-key: shift-42' \
  -H 'content-type: application/json' \
  -d '{"driver_id": "DRIVER_ID", "amount": 12500, "currency": "usd"}'
