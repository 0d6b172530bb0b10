import { PlatformClient } from "{{npmPackage}}";

const client = new PlatformClient({
  baseUrl: "{{url}}",
  apiKey: "{{key}}",
  maxRetries: 5,
});
const shift = {
  driver_id: "DRIVER_ID",
  amount: 12_500,
  currency: "usd",
} as const;

// The second call has the key of the first, so it pays nothing and returns the same payout.
const first = await client.payouts.create(shift, { idempotencyKey: "shift-42" });
const again = await client.payouts.create(shift, { idempotencyKey: "shift-42" });
console.log(first.id === again.id);
