# The statement of the day: what the funds were, what moved, and what they became.
curl '{{url}}/v1/settlements/2026-11-21' \
  -H 'authorization: Bearer {{key}}'

# The transactions of the day. Each names its payout as the source.
curl '{{url}}/v1/balance_transactions?created_after=2026-11-20T23:59:59.999Z&created_before=2026-11-22T00:00:00Z&limit=100' \
  -H 'authorization: Bearer {{key}}'

# The same as CSV. Its SHA-256 is the statement's entries_sha256.
curl '{{url}}/v1/settlements/2026-11-21' \
  -H 'accept: text/csv' \
  -H 'authorization: Bearer {{key}}' | sha256sum
