import { PlatformClient } from "{{npmPackage}}";

const client = new PlatformClient({ baseUrl: "{{url}}", apiKey: "{{key}}" });

// The ID of the last event that you processed. This one is before every event.
let last = "evt_00000000000000000000000000";

// The loop fetches the next page when it needs it. The oldest event comes first.
for await (const event of client.events.list({ ending_before: last, limit: 100 })) {
  console.log(event.id, event.type);
  last = event.id;
}
