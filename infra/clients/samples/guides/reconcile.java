String day = "2026-11-21";
Instant start = Instant.parse(day + "T00:00:00Z");
GetSettlementParams all = GetSettlementParams.builder().build();

// Newest first, so those of an earlier day end the loop.
Settlement statement = client.balance.getSettlement(day, all);
long funds = statement.opening().funds();
Map<String, Long> toDrivers = new HashMap<>();
for (BalanceTransaction entry :
    client.balance.listTransactions(
        ListBalanceTransactionsParams.builder()
            .createdBefore(start.plus(1, ChronoUnit.DAYS))
            .limit(100)
            .build())) {
  if (entry.createdAt().isBefore(start)) break;
  funds += entry.amount();
  for (BalanceTransactionPostings posting : entry.postings())
    if (posting.to().startsWith("driver:")) toDrivers.put(entry.source(), posting.amount());
}
System.out.println("closing " + (funds == statement.closing().funds()));

byte[] csv = client.balance.getSettlementCsv(day, all);
byte[] hash = MessageDigest.getInstance("SHA-256").digest(csv);
System.out.println("csv " + HexFormat.of().formatHex(hash).equals(statement.entriesSha256()));

// Look for the payout's id in the reference of your bank's lines.
toDrivers.forEach((payout, amount) -> System.out.println(payout + " " + amount));
