curl '{{url}}/v1/payments?limit=2' \
  -H 'authorization: Bearer {{key}}'

# PAYOUT_ID is the last id of the page before. Repeat while has_more is true.
curl '{{url}}/v1/payments?limit=2&starting_after=PAYOUT_ID' \
  -H 'authorization: Bearer {{key}}'
