// The ID of the last event that you processed, from your database. This one is before every event.
last := "evt_00000000000000000000000000"
// The loop waits for new events. The oldest event comes first.
for event, err := range api.Events.Follow(context.Background(), client.FollowEventsParams{EndingBefore: last}) {
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(event.ID, event.Type)
}
