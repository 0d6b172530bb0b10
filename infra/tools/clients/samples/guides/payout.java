import {{javaPackage}}.*;

class Sample {
  public static void main(String[] args) {
    PlatformClient client = new PlatformClient("{{url}}", "{{key}}");

    Driver driver =
        client.drivers.create(
            new CreateDriverParams().email("ana@example.com").firstName("Ana").lastName("Ng"));
    Payment payout =
        client.payouts.create(
            new CreatePayoutParams().driverId(driver.id()).amount(12_500L).currency("usd"));
    System.out.println(payout.id() + " " + payout.status());
  }
}
