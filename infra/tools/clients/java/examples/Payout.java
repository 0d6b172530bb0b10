import {{javaPackage}}.CreateDriverParams;
import {{javaPackage}}.CreatePayoutParams;
import {{javaPackage}}.Driver;
import {{javaPackage}}.ListPayoutsParams;
import {{javaPackage}}.Payment;
import {{javaPackage}}.PlatformClient;

/** Adds a driver, pays them, and lists their payouts. */
final class Payout {
  public static void main(String[] args) {
    String url = System.getenv().getOrDefault("{{environment}}_URL", "http://localhost:3000");
    PlatformClient client = new PlatformClient(url, System.getenv("{{environment}}_KEY"));

    Driver driver =
        client.drivers.create(
            new CreateDriverParams().email("ana@example.com").firstName("Ana").lastName("Ng"));
    Payment payout =
        client.payouts.create(
            new CreatePayoutParams().driverId(driver.id()).amount(12_500L).currency("usd"));
    System.out.println(payout.status() + " " + payout.netAmount());

    for (Payment each : client.payouts.list(new ListPayoutsParams().driverId(driver.id()))) {
      System.out.println(each.id() + " " + each.amount());
    }
  }
}
