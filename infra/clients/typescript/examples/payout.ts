// Adds a driver, pays them, and lists their payouts.
import { PlatformClient } from "{{npmPackage}}";

const client = new PlatformClient({
  baseUrl: process.env["{{environment}}_URL"] ?? "http://localhost:3000",
  apiKey: process.env["{{environment}}_KEY"] ?? "",
});

const driver = await client.drivers.create({
  email: "ana@example.com",
  first_name: "Ana",
  last_name: "Ng",
});
const payout = await client.payouts.create({ driver_id: driver.id, amount: 12_500, currency: "usd" });
process.stdout.write(`${payout.status} ${payout.net_amount}\n`);

for await (const { id, amount } of client.payouts.list({ driver_id: driver.id })) {
  process.stdout.write(`${id} ${amount}\n`);
}
