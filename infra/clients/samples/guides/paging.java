// The loop fetches the next page when it needs it.
for (Payment payout : client.payouts.list(ListPayoutsParams.builder().limit(2).build())) {
  System.out.println(payout.id());
}
