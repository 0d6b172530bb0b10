package {{javaPackage}};

import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.util.stream.Collectors.joining;

import {{javaPackage}}.Model.Shape;
import java.io.IOException;
import java.net.*;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.*;
import java.util.stream.Stream;

/** Sends requests, and repeats them while that is safe. */
final class Transport {
  private static final String SAFE =
      "https://.*|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:.*|/.*)?";
  private static final long MAX_DELAY_MS = 8_000;

  /** A longer Retry-After ends the call: the caller should decide. */
  private static final long MAX_RETRY_AFTER_MS = 60_000;

  /** One operation's request. Retry "refused" repeats it after a 429 only. */
  record Plan(String method, String path, String retry, String key) {}

  private final String baseUrl;
  private final List<Option> options = new ArrayList<>();

  /** A function keeps the key out of printed objects. */
  private final Consumer<HttpRequest.Builder> authorize;

  Transport(String baseUrl, String key, Option... options) {
    if (!baseUrl.matches(SAFE)) throw new IllegalArgumentException("The base URL needs https://");
    this.baseUrl = baseUrl.replaceAll("/+$", "");
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    this.options.add(Option.httpClient(HttpSender.of(client)));
    this.options.addAll(List.of(options));
    authorize = key == null ? to -> {} : to -> to.setHeader("authorization", "Bearer " + key);
  }

  private Option.Settings settings(Option... more) {
    Option.Settings settings = new Option.Settings();
    Stream.concat(options.stream(), Stream.of(more)).forEach(option -> option.change(settings));
    return settings;
  }

  static String path(String template, Object... ids) {
    return template.formatted(Stream.of(ids).map(id -> encoded(id).replace("+", "%20")).toArray());
  }

  private static String encoded(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8);
  }

  <T extends Model> T send(Shape<T> read, Plan plan, Params query, Params body, Option... more) {
    RawResponse response = respond(plan, query, body, more);
    T reply = read.apply(Json.read(response.text()));
    reply.response = response;
    return reply;
  }

  /** The cursor is the value of the last item by which the next page starts. */
  <T extends Model> Page<T> page(
      Shape<T> item, Function<T, String> cursor, Plan plan, Params query, Option... more) {
    boolean isReversed = query != null && query.fields.containsKey("ending_before");
    String name = isReversed ? "ending_before" : "starting_after";
    Function<T, Page<T>> after =
        last -> page(item, cursor, plan, Params.with(query, name, cursor.apply(last)), more);
    return send(it -> new Page<>(it, item, isReversed, after), plan, query, null, more);
  }

  /** Sends until it succeeds, fails for good or has no attempts left. */
  RawResponse respond(Plan plan, Params query, Params body, Option... given) {
    Option.Settings settings = settings(given);
    HttpRequest request = request(plan, query, body, settings);
    for (int attempt = 0; ; attempt++) {
      ServiceException failure;
      long asked = 0;
      boolean canRetry = !plan.retry.equals("refused");
      try {
        RawResponse response = settings.sender.send(request);
        if (response.status() < 300) return response;
        failure = ResponseException.from(response);
        canRetry = response.status() == 429 || canRetry && response.status() >= 500;
        asked = retryAfter(response.headers().get("retry-after"));
      } catch (IOException error) {
        boolean isTimeout = error instanceof HttpTimeoutException;
        String why = isTimeout ? ": no response in time" : ": the connection broke";
        failure = new NetworkException(plan.method + " " + plan.path + why, isTimeout, error);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new NetworkException("The call was interrupted.", false, error);
      }
      if (!canRetry || attempt >= settings.maxRetries || asked > MAX_RETRY_AFTER_MS) throw failure;
      long delay = Math.min(settings.retryDelay.toMillis() << Math.min(attempt, 30), MAX_DELAY_MS);
      long wait = Math.max(asked, ThreadLocalRandom.current().nextLong(delay / 2, delay + 1));
      LockSupport.parkNanos(wait * 1_000_000);
    }
  }

  private HttpRequest request(Plan plan, Params query, Params body, Option.Settings settings) {
    Map<String, Object> fields = query == null ? Map.of() : query.fields;
    String text =
        fields.entrySet().stream()
            .flatMap(field -> pairs(field.getKey(), field.getValue()))
            .collect(joining("&", fields.isEmpty() ? "" : "?", ""));
    HttpRequest.Builder to = HttpRequest.newBuilder(URI.create(baseUrl + plan.path + text));
    to.timeout(settings.timeout).setHeader("user-agent", Errors.USER_AGENT);
    if (!plan.method.equals("GET")) to.setHeader("content-type", "application/json");
    Object own = body == null ? null : body.fields.get("idempotency_key");
    Object key = own == null ? UUID.randomUUID() : own;
    if (!plan.key.equals("none")) to.setHeader("idempotency-key", key.toString());
    settings.headers.forEach(to::setHeader);
    authorize.accept(to);
    String content = body == null ? "" : Json.write(body);
    return to.method(plan.method, HttpRequest.BodyPublishers.ofString(content)).build();
  }

  /** Maps are written as `name[key]=value`. */
  private static Stream<String> pairs(String name, Object value) {
    return value instanceof Map<?, ?> map
        ? map.entrySet().stream().flatMap(e -> pairs(name + "[" + e.getKey() + "]", e.getValue()))
        : Stream.of(encoded(name) + "=" + encoded(value));
  }

  /** The header has seconds, a date or no value. The cast limits the seconds to a long. */
  private static long retryAfter(String value) {
    try {
      if (value.matches("\\d+")) return (long) (Double.parseDouble(value) * 1000);
      return Instant.now().until(RFC_1123_DATE_TIME.parse(value, Instant::from), MILLIS);
    } catch (RuntimeException absent) {
      return 0;
    }
  }

  /** Reads an object until its status is one of those wanted. */
  <T extends Model> T waitFor(Supplier<T> read, List<String> wanted, Option... given) {
    Option.Settings settings = settings(given);
    long end = System.nanoTime() + settings.waiting.toNanos();
    for (; ; ) {
      T reply = read.get();
      String status = (String) reply.any("status");
      if (wanted.contains(status)) return reply;
      if (System.nanoTime() + settings.interval.toNanos() > end)
        throw new StatusTimeoutException("The status is still " + status + ".");
      LockSupport.parkNanos(settings.interval.toNanos());
    }
  }
}
