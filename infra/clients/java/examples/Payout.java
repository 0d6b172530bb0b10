import {{javaPackage}}.CreateDriverParams;
import {{javaPackage}}.CreatePayoutParams;
import {{javaPackage}}.Driver;
import {{javaPackage}}.ListPayoutsParams;
import {{javaPackage}}.Payment;
import {{javaPackage}}.PlatformClient;

/** Adds a driver, pays them, and lists their payouts. */
final class Payout {
  public static void main(String[] args) {
    String url = System.getenv().getOrDefault("PORTABLE_ROTH_URL", "http://localhost:3000");
    PlatformClient client = new PlatformClient(url, System.getenv("PORTABLE_ROTH_KEY"));

    Driver driver =
        client.drivers.create(
            CreateDriverParams.builder()
                .email("ana@example.com")
                .firstName("Ana")
                .lastName("Ng")
                .build());
    Payment payout =
        client.payouts.create(
            CreatePayoutParams.builder()
                .driverId(driver.id())
                .amount(12_500)
                .currency("usd")
                .build());
    System.out.println(payout.status() + " " + payout.netAmount());

    ListPayoutsParams ofDriver = ListPayoutsParams.builder().driverId(driver.id()).build();
    for (Payment each : client.payouts.list(ofDriver)) {
      System.out.println(each.id() + " " + each.amount());
    }
  }
}
