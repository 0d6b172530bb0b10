// Starts a sandbox signup and waits until its account is open.
import { AgentClient } from "{{npmPackage}}";

const client = new AgentClient({
  baseUrl: process.env["{{environment}}_URL"] ?? "http://localhost:3000",
});

const { signup_id } = await client.signups.start({ email: "ana@example.com", sandbox: true });
const { status } = await client.signups.waitForStatus(signup_id, "account_opened", {
  interval: 500,
});
process.stdout.write(`${signup_id} ${status}\n`);
