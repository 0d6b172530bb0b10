try {
  client.payouts.create(
      CreatePayoutParams.builder()
          .driverId("DRIVER_ID")
          .amount(50)
          .currency("usd")
          .build());
} catch (InvalidRequestException error) {
  System.out.println(error.status + " " + error.code + " " + error.param);
}
