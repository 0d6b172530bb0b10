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
	// The loop fetches the next page when it needs it.
	for payout, err := range api.Payouts.All(ctx, client.ListPayoutsParams{Limit: client.Ptr(int64(2))}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(payout.ID)
	}
}
