curl {{url}}/v1/payments/payout \
  -H 'authorization: Bearer {{key}}' \
  -H 'content-type: application/json' \
  -d '{"driver_id": "DRIVER_ID", "amount": 50, "currency": "usd"}'
