Driver driver =
    client.drivers.create(
        CreateDriverParams.builder()
            .email("ana@example.com")
            .firstName("Ana")
            .lastName("Ng")
            .occupation("802")
            .build());
Payment payout =
    client.payouts.create(
        CreatePayoutParams.builder()
            .driverId(driver.id())
            .amount(12_500)
            .tipAmount(2_000)
            .currency("usd")
            .build());
System.out.println(payout.id() + " " + payout.status());
