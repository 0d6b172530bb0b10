// The loop fetches the next page when it needs it.
for payout, err := range api.Payouts.All(context.Background(), client.ListPayoutsParams{Limit: client.Ptr(int64(2))}) {
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(payout.ID)
}
