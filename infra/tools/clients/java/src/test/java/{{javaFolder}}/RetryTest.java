package {{javaPackage}};

import static {{javaPackage}}.RuntimeTest.answer;
import static {{javaPackage}}.RuntimeTest.client;
import static {{javaPackage}}.RuntimeTest.fails;
import static {{javaPackage}}.RuntimeTest.same;

import {{javaPackage}}.RuntimeTest.Server;
import java.time.Duration;
import java.util.List;

/** Tests of the time before a retry. */
final class RetryTest {
  private RetryTest() {}

  static void run() {
    honoursRetryAfter();
    endsAfterAHugeRetryAfter();
    ignoresARetryAfterWithoutATime();
    takesANegativeDelayAsNone();
  }

  static void honoursRetryAfter() {
    Server server = busyOnce("1");
    client(server).drivers.get("drv_1");
    same(true, server.at.get(1) - server.at.get(0) >= 1_000_000_000L);
    Server busy = new Server(answer(429, "{}", "retry-after", "Sat, 6 Nov 2094 08:49:37 GMT"));
    fails(RateLimitException.class, () -> client(busy).drivers.get("drv_1"));
    same(1, busy.sent.size());
  }

  static Server busyOnce(String after) {
    return new Server(answer(429, "{}", "retry-after", after), answer(200, RuntimeTest.DRIVER));
  }

  static void endsAfterAHugeRetryAfter() {
    for (String after : List.of("99999999999999999999", "9999999999999999")) {
      Server server = busyOnce(after);
      fails(RateLimitException.class, () -> client(server).drivers.get("drv_1"));
      same(1, server.sent.size());
    }
  }

  static void ignoresARetryAfterWithoutATime() {
    for (String after : List.of("", "-1", "-10000000000", "1e18", "soon")) {
      Server server = busyOnce(after);
      client(server).drivers.get("drv_1");
      same(2, server.sent.size());
    }
  }

  static void takesANegativeDelayAsNone() {
    Server server = busyOnce("0");
    client(server).drivers.get("drv_1", Option.retryDelay(Duration.ofHours(-1)));
    same(2, server.sent.size());
  }
}
