// The loop fetches the next page when it needs it.
for await (const payout of client.payouts.list({ limit: 2 })) {
  console.log(payout.id);
}
