import {{javaPackage}}.*;

class Sample {
  public static void main(String[] args) {
    PlatformClient client = new PlatformClient("{{url}}", "{{key}}");

    try {
      client.payouts.create(
          new CreatePayoutParams().driverId("DRIVER_ID").amount(50L).currency("usd"));
    } catch (InvalidRequestException error) {
      System.out.println(error.status + " " + error.code + " " + error.param);
    }
  }
}
