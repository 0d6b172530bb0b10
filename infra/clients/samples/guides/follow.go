package main

import (
	"context"
	"fmt"
	"log"

	client "{{goModule}}"
)

func main() {
	ctx := context.Background()
	api, err := client.NewPlatformClient("{{url}}", "{{key}}")
	if err != nil {
		log.Fatal(err)
	}
	// The ID of the last event that you processed. This one is before every event.
	last := "evt_00000000000000000000000000"
	params := client.ListEventsParams{EndingBefore: last, Limit: client.Ptr(int64(100))}
	// The loop fetches the next page when it needs it. The oldest event comes first.
	for event, err := range api.Events.All(ctx, params) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(event.ID, event.Type)
	}
}
