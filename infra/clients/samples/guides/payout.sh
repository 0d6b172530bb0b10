curl {{url}}/v1/drivers \
  -H 'authorization: Bearer {{key}}' \
  -H 'content-type: application/json' \
  -d '{"email": "ana@example.com", "first_name": "Ana", "last_name": "Ng", "occupation": "802"}'

curl {{url}}/v1/payments/payout \
  -H 'authorization: Bearer {{key}}' \
  -H 'idempotency-key: shift-41' \
  -H 'content-type: application/json' \
  -d '{"driver_id": "DRIVER_ID", "amount": 12500, "tip_amount": 2000, "currency": "usd"}'
