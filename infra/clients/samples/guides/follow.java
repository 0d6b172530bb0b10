// The ID of the last event that you processed, from your database. This one is before every event.
String last = "evt_00000000000000000000000000";

// The loop waits for new events. The oldest event comes first.
for (Event event :
    client.events.follow(FollowEventsParams.builder().endingBefore(last).build())) {
  System.out.println(event.id() + " " + event.type());
}
