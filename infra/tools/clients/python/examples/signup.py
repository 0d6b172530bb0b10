"""Starts a sandbox signup and waits until its account is open."""

import os

from {{pythonPackage}} import AgentClient

client = AgentClient(os.environ.get("{{environment}}_URL", "http://localhost:3000"))

signup = client.signups.start(email="ana@example.com", sandbox=True)
status = client.signups.wait_for_status(signup.signup_id, "account_opened", interval=0.5)
print(signup.signup_id, status.status)
