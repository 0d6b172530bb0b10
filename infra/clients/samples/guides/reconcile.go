day := "2026-11-21"
statement, err := api.Balance.GetSettlement(context.Background(), day, client.GetSettlementParams{})
if err != nil {
	log.Fatal(err)
}
start, err := time.Parse(time.DateOnly, day)
if err != nil {
	log.Fatal(err)
}
params := client.ListBalanceTransactionsParams{
	CreatedBefore: start.AddDate(0, 0, 1),
	Limit:         client.Ptr(int64(100)),
}
// Newest first, so those of an earlier day end the loop.
funds := statement.Opening.Funds
toDrivers := map[string]int64{}
for entry, err := range api.Balance.AllTransactions(context.Background(), params) {
	if err != nil {
		log.Fatal(err)
	}
	if entry.CreatedAt.Before(start) {
		break
	}
	funds += entry.Amount
	for _, posting := range entry.Postings {
		if strings.HasPrefix(posting.To, "driver:") {
			toDrivers[entry.Source] = posting.Amount
		}
	}
}
fmt.Println("closing", funds == statement.Closing.Funds)

csv, err := api.Balance.GetSettlementCsv(context.Background(), day, client.GetSettlementParams{})
if err != nil {
	log.Fatal(err)
}
fmt.Println("csv", fmt.Sprintf("%x", sha256.Sum256(csv)) == statement.EntriesSha256)

// Look for the payout's id in the reference of your bank's lines.
for payout, amount := range toDrivers {
	fmt.Println(payout, amount)
}
