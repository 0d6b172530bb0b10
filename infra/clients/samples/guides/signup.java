SignupResponse signup =
    client.signups.start(
        StartSignupParams.builder().email("ana@example.com").sandbox(true).build());
SignupStatus opened =
    client.signups.waitForStatus(
        signup.signupId(), List.of(SignupResponseStatus.ACCOUNT_OPENED));
System.out.println(signup.signupId() + " " + opened.status());
