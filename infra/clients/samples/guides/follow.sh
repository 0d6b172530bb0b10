# The id is of the last event that you processed. This one is before every event.
curl '{{url}}/v1/events?limit=100&ending_before=evt_00000000000000000000000000' \
  -H 'authorization: Bearer {{key}}'
