# The ID of the last event that you processed, from your database. This one is before every event.
last = "evt_00000000000000000000000000"

# The loop waits for new events. The oldest event comes first.
for event in client.events.follow(ending_before=last):
    print(event.id, event.type, flush=True)
