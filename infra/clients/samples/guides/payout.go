driver, err := api.Drivers.Create(context.Background(), client.CreateDriverParams{
	Email:      "ana@example.com",
	FirstName:  "Ana",
	LastName:   "Ng",
	Occupation: "802",
})
if err != nil {
	log.Fatal(err)
}
payout, err := api.Payouts.Create(context.Background(), client.CreatePayoutParams{
	DriverID:  driver.ID,
	Amount:    12_500,
	TipAmount: client.Ptr(int64(2_000)),
	Currency:  "usd",
})
if err != nil {
	log.Fatal(err)
}
fmt.Println(payout.ID, payout.Status)
