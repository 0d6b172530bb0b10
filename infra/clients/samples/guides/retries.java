import {{javaPackage}}.*;

class Sample {
  public static void main(String[] args) {
    PlatformClient client = new PlatformClient("{{url}}", "{{key}}", Option.maxRetries(5));
    CreatePayoutParams shift =
        CreatePayoutParams.builder()
            .driverId("DRIVER_ID")
            .amount(12_500)
            .currency("usd")
            .build();

    // The second call has the key of the first, so it pays nothing and returns the same payout.
    Payment first = client.payouts.create(shift, Option.idempotencyKey("shift-42"));
    Payment again = client.payouts.create(shift, Option.idempotencyKey("shift-42"));
    System.out.println(first.id().equals(again.id()));
  }
}
