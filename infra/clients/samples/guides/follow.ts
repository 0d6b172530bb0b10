// The ID of the last event that you processed, from your database. This one is before every event.
const last = "evt_00000000000000000000000000";

// The loop waits for new events. The oldest event comes first.
for await (const event of client.events.follow({ ending_before: last })) {
  console.log(event.id, event.type);
}
