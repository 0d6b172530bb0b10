curl {{url}}/api/agent/signups \
  -H 'content-type: application/json' \
  -d '{"email": "ana@example.com", "sandbox": true}'

curl {{url}}/api/agent/signups/SIGNUP_ID
