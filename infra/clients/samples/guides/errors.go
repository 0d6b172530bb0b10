_, err = api.Payouts.Create(context.Background(), client.CreatePayoutParams{
	DriverID: "DRIVER_ID",
	Amount:   50,
	Currency: "usd",
})
var invalid *client.InvalidRequestError
if !errors.As(err, &invalid) {
	log.Fatal(err)
}
fmt.Println(invalid.Status, invalid.Code, invalid.Param)
