import {{javaPackage}}.*;
import java.util.List;

class Sample {
  public static void main(String[] args) {
    AgentClient client = new AgentClient("{{url}}");

    SignupResponse signup =
        client.signups.start(
            StartSignupParams.builder().email("ana@example.com").sandbox(true).build());
    SignupStatus opened =
        client.signups.waitForStatus(
            signup.signupId(), List.of(SignupResponseStatus.ACCOUNT_OPENED));
    System.out.println(signup.signupId() + " " + opened.status());
  }
}
