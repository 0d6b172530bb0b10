"""Starts a sandbox signup with asyncio and waits until its account is open."""

import asyncio
import os

from {{pythonPackage}} import AsyncAgentClient


async def main() -> None:
    async with AsyncAgentClient(os.environ.get("PORTABLE_ROTH_URL", "http://localhost:3000")) as client:
        signup = await client.signups.start(email="ana@example.com", sandbox=True)
        status = await client.signups.wait_for_status(signup.signup_id, "account_opened", interval=0.5)
        print(signup.signup_id, status.status)


asyncio.run(main())
