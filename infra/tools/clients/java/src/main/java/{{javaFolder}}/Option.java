package {{javaPackage}};

import java.time.Duration;
import java.util.*;

/** Changes a client, or one of its calls. */
@FunctionalInterface
public interface Option {
  void change(Settings settings);

  /** Limits each attempt. Default: 30 seconds. */
  static Option timeout(Duration timeout) {
    return settings -> settings.timeout = timeout;
  }

  /** The attempts after the first. Default: 3. */
  static Option maxRetries(int retries) {
    return settings -> settings.maxRetries = retries;
  }

  /**
   * The wait before the first retry. Each retry doubles it. Default: 500 ms. A negative one is 0.
   */
  static Option retryDelay(Duration delay) {
    return settings -> settings.retryDelay = delay.isNegative() ? Duration.ZERO : delay;
  }

  /** Replaces the random key of a call. */
  static Option idempotencyKey(String key) {
    return header("idempotency-key", key);
  }

  static Option header(String name, String value) {
    return settings -> settings.headers.put(name, value);
  }

  /** The time between two reads of a status. Default: 2 seconds, until 5 minutes have passed. */
  static Option waiting(Duration interval, Duration timeout) {
    return settings -> {
      settings.interval = interval;
      settings.waiting = timeout;
    };
  }

  /** Replaces the HTTP client. */
  static Option httpClient(HttpSender sender) {
    return settings -> settings.sender = sender;
  }

  /** The settings of a client or a call. */
  final class Settings {
    Duration timeout = Duration.ofSeconds(30);
    int maxRetries = 3;
    Duration retryDelay = Duration.ofMillis(500);
    Duration interval = Duration.ofSeconds(2);
    Duration waiting = Duration.ofMinutes(5);
    Map<String, String> headers = new HashMap<>();
    HttpSender sender;
  }
}
