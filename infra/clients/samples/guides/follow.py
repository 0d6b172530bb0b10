from {{pythonPackage}} import PlatformClient

client = PlatformClient("{{url}}", "{{key}}")

# The ID of the last event that you processed. This one is before every event.
last = "evt_00000000000000000000000000"

# The loop fetches the next page when it needs it. The oldest event comes first.
for event in client.events.list(ending_before=last, limit=100):
    print(event.id, event.type)
    last = event.id
