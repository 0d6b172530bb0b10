import {{javaPackage}}.*;
import java.util.List;

class Sample {
  public static void main(String[] args) {
    AgentClient client = new AgentClient("{{url}}");

    SignupResponse signup =
        client.signups.start(new StartSignupParams().email("ana@example.com").sandbox(true));
    SignupStatus opened =
        client.signups.waitForStatus(signup.signupId(), List.of("account_opened"));
    System.out.println(signup.signupId() + " " + opened.status());
  }
}
