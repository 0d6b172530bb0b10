package {{javaPackage}};

import java.time.Duration;
import java.util.*;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Changes a client, or one of its calls. */
public interface Option extends CallOption {
  /** Limits each attempt. Default: 30 seconds. */
  static Option timeout(Duration timeout) {
    return settings -> settings.timeout = timeout;
  }

  /** Limits a call with all its attempts and waits. Default: 2 minutes. */
  static Option callTimeout(Duration timeout) {
    return settings -> settings.callTimeout = timeout;
  }

  /** The attempts after the first. Default: 3. */
  static Option maxRetries(int retries) {
    return settings -> settings.maxRetries = retries;
  }

  /** The wait before the first retry. Each retry doubles it. Default: 500 ms. Below 0 is 0. */
  static Option retryDelay(Duration delay) {
    return settings -> settings.retryDelay = delay.isNegative() ? Duration.ZERO : delay;
  }

  /** Limits the bytes of a response. Default: 32 MiB. */
  static Option maxResponseBytes(int limit) {
    return settings -> settings.maxBytes = limit;
  }

  /** Replaces the random key of a call, by 1 to 255 visible ASCII characters. */
  static CallOption idempotencyKey(String key) {
    String checked = Arguments.key(key);
    return settings -> settings.key = checked;
  }

  /**
   * Stores, sends and pays nothing. The reply is the call's own, and its {@link Model#toMap} has
   * what the call would cause in {@code dry_run}.
   */
  static CallOption dryRun() {
    return settings -> settings.isDry = true;
  }

  /** Sets a header, in place of an earlier one of its name. */
  static Option header(String name, String value) {
    Arguments.header(name, value);
    return settings -> settings.headers.put(name, value);
  }

  /** Sees each attempt after its response, for logs and metrics. Its exceptions are ignored. */
  static Option onAttempt(Consumer<AttemptEvent> see) {
    return settings -> settings.onAttempt = see;
  }

  /** Limits a wait for a status. Default: every 2 seconds, for 5 minutes. */
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
    Duration callTimeout = Duration.ofMinutes(2);
    int maxRetries = 3;
    Duration retryDelay = Duration.ofMillis(500);
    int maxBytes = 1 << 25;
    Duration interval = Duration.ofSeconds(2);
    Duration waiting = Duration.ofMinutes(5);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Consumer<AttemptEvent> onAttempt = event -> {};
    @Nullable HttpSender sender;
    @Nullable String key;
    boolean isDry;

    Settings() {}
  }
}
