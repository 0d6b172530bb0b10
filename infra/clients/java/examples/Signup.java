import {{javaPackage}}.AgentClient;
import {{javaPackage}}.Option;
import {{javaPackage}}.SignupResponse;
import {{javaPackage}}.SignupResponseStatus;
import {{javaPackage}}.SignupStatus;
import {{javaPackage}}.StartSignupParams;
import java.time.Duration;
import java.util.List;

/** Starts a sandbox signup and waits until its account is open. */
final class Signup {
  public static void main(String[] args) {
    String url = System.getenv().getOrDefault("PORTABLE_ROTH_URL", "http://localhost:3000");
    AgentClient client = new AgentClient(url);

    SignupResponse signup =
        client.signups.start(
            StartSignupParams.builder().email("ana@example.com").sandbox(true).build());
    SignupStatus status =
        client.signups.waitForStatus(
            signup.signupId(),
            List.of(SignupResponseStatus.ACCOUNT_OPENED),
            Option.waiting(Duration.ofMillis(500), Duration.ofMinutes(5)));
    System.out.println(signup.signupId() + " " + status.status());
  }
}
