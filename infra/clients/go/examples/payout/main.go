// Adds a driver, pays them, and lists their payouts.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"

	client "{{goModule}}"
)

func main() {
	ctx := context.Background()
	url := cmp.Or(os.Getenv("{{environment}}_URL"), "http://localhost:3000")
	api, err := client.NewPlatformClient(url, os.Getenv("{{environment}}_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	driver, err := api.Drivers.Create(ctx, client.CreateDriverParams{
		Email:     "ana@example.com",
		FirstName: "Ana",
		LastName:  "Ng",
	})
	if err != nil {
		log.Fatal(err)
	}
	payout, err := api.Payouts.Create(ctx, client.CreatePayoutParams{
		DriverID: driver.ID,
		Amount:   12_500,
		Currency: "usd",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(payout.Status, payout.NetAmount)

	for each, err := range api.Payouts.All(ctx, client.ListPayoutsParams{DriverID: driver.ID}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(each.ID, each.Amount)
	}
}
