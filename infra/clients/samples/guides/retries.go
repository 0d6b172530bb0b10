package main

import (
	"context"
	"fmt"
	"log"

	client "{{goModule}}"
)

func main() {
	ctx := context.Background()
	api, err := client.NewPlatformClient("{{url}}", "{{key}}", client.WithMaxRetries(5))
	if err != nil {
		log.Fatal(err)
	}
	shift := client.CreatePayoutParams{
		DriverID: "DRIVER_ID",
		Amount:   12_500,
		Currency: "usd",
	}
	first, err := api.Payouts.Create(ctx, shift, client.WithIdempotencyKey("shift-42"))
	if err != nil {
		log.Fatal(err)
	}
	// The second call has the key of the first, so it pays nothing and returns the same payout.
	again, err := api.Payouts.Create(ctx, shift, client.WithIdempotencyKey("shift-42"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(first.ID == again.ID)
}
