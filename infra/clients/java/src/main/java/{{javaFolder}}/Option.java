package {{javaPackage}};

import java.time.Duration;
import java.util.*;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Changes a client, or one of its calls. */
public interface Option extends CallOption {
  /**
   * Limits each attempt. Default: 30 seconds.
   *
   * @param timeout a time above 0
   * @return the option
   */
  static Option timeout(Duration timeout) {
    return settings -> settings.timeout = timeout;
  }

  /**
   * Limits a call with all its attempts and waits. Default: 2 minutes.
   *
   * @param timeout a time above 0
   * @return the option
   */
  static Option callTimeout(Duration timeout) {
    return settings -> settings.callTimeout = timeout;
  }

  /**
   * The attempts after the first. Default: 3.
   *
   * @param retries a number from 0
   * @return the option
   */
  static Option maxRetries(int retries) {
    return settings -> settings.maxRetries = retries;
  }

  /**
   * The wait before the first retry. Each retry doubles it. Default: 500 ms.
   *
   * @param delay a time. A negative one is 0
   * @return the option
   */
  static Option retryDelay(Duration delay) {
    return settings -> settings.retryDelay = delay.isNegative() ? Duration.ZERO : delay;
  }

  /**
   * Limits the bytes of a response. Default: 32 MiB.
   *
   * @param limit a number from 0
   * @return the option
   */
  static Option maxResponseBytes(int limit) {
    return settings -> settings.maxBytes = limit;
  }

  /**
   * Replaces the random key of a call.
   *
   * @param key 1 to 255 visible ASCII characters
   * @return the option, for calls alone
   */
  static CallOption idempotencyKey(String key) {
    String checked = Arguments.key(key);
    return settings -> settings.key = checked;
  }

  /**
   * Stores, sends and pays nothing. The reply is the call's own, and its {@link Model#toMap} has
   * what the call would cause in {@code dry_run}.
   *
   * @return the option, for calls alone
   */
  static CallOption dryRun() {
    return settings -> settings.isDry = true;
  }

  /**
   * Sets a header, in place of an earlier one of its name.
   *
   * @param name the name, of any case
   * @param value the value
   * @return the option
   */
  static Option header(String name, String value) {
    Arguments.header(name, value);
    return settings -> settings.headers.put(name, value);
  }

  /**
   * Sees each attempt after its response, for logs and metrics.
   *
   * @param see takes the event. Its exceptions are ignored
   * @return the option
   */
  static Option onAttempt(Consumer<AttemptEvent> see) {
    return settings -> settings.onAttempt = see;
  }

  /**
   * Limits a wait for a status. Default: every 2 seconds, for 5 minutes.
   *
   * @param interval the time between two reads
   * @param timeout the time of the whole wait
   * @return the option
   */
  static Option waiting(Duration interval, Duration timeout) {
    return settings -> {
      settings.interval = interval;
      settings.waiting = timeout;
    };
  }

  /**
   * Replaces the HTTP client.
   *
   * @param sender sends a request
   * @return the option
   */
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
