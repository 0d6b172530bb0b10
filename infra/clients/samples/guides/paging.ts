import { PlatformClient } from "{{npmPackage}}";

const client = new PlatformClient({ baseUrl: "{{url}}", apiKey: "{{key}}" });

// The loop fetches the next page when it needs it.
for await (const payout of client.payouts.list({ limit: 2 })) {
  console.log(payout.id);
}
