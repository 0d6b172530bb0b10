import asyncio
import importlib
import json
import sys

package, url, mode = sys.argv[1:]


async def main() -> None:
    Client = importlib.import_module(package).Client
    async with Client(url, mode=mode) as client:
        listed = await client.list_tools()
        product = await client.call_tool("get_product_info", None)
        agent = {"name": "test", "client": None, "version": ""}
        blank = {"name": None, "platforms": None, "partner_id": "", "language": None, "agent": agent}
        signup = await client.call_tool(
            "start_signup", {"email": "ana@example.com", "sandbox": True, **blank}
        )
        asked = {"signup_id": signup.structured_content["signup_id"]}
        status = await client.call_tool("get_signup_status", asked)
        tools = getattr(listed, "tools", listed)
        results = [one.structured_content for one in (product, signup, status)]
        print(json.dumps({"tools": len(tools), "results": results}))


asyncio.run(main())
