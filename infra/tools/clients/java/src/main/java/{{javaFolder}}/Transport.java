package {{javaPackage}};

import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.util.stream.Collectors.joining;

import {{javaPackage}}.Model.Shape;
import java.io.IOException;
import java.net.*;
import java.net.http.*;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.time.*;
import java.util.*;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.*;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Sends requests, and repeats them while that is safe. */
final class Transport implements AutoCloseable {
  private static final long MAX_DELAY_MS = 8_000;

  /** A longer Retry-After ends the call: the caller should decide. */
  private static final long MAX_RETRY_AFTER_MS = 60_000;

  /** One operation's request. Retry "refused" repeats it after a 429 only. */
  record Plan(String method, String path, String retry, String key) {}

  private final String baseUrl;
  private final List<Option> options;

  /** A function keeps the key out of printed objects. */
  private final Supplier<String> key;

  private HttpClient client;
  private ExecutorService workers;

  Transport(String baseUrl, boolean isKeyed, String apiKey, Option... options) {
    this.baseUrl = Arguments.url(baseUrl);
    this.options = List.of(options);
    String checked = isKeyed ? Arguments.apiKey(apiKey) : null;
    this.key = () -> checked;
    boolean hasKey = settings().headers.containsKey("idempotency-key");
    if (hasKey) throw new IllegalArgumentException("An idempotency key belongs to one call.");
  }

  /** A client without calls has no threads. */
  private synchronized HttpClient client() {
    if (client != null) return client;
    workers =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "{{slug}}");
              thread.setDaemon(true);
              return thread;
            });
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    return client = builder.executor(workers).build();
  }

  /** Before Java 21, the connections of a client close when it is collected. */
  @Override
  public synchronized void close() {
    if (client == null) return;
    try {
      if ((Object) client instanceof AutoCloseable closeable) closeable.close();
    } catch (Exception error) {
      throw new IllegalStateException(error);
    } finally {
      workers.shutdown();
      client = null;
    }
  }

  private Option.Settings settings(CallOption... more) {
    Option.Settings settings = new Option.Settings();
    Stream.concat(options.stream(), Stream.of(more)).forEach(option -> option.change(settings));
    Arguments.settings(settings);
    if (settings.sender == null)
      settings.sender = request -> LimitedBody.send(client(), request, settings.maxBytes);
    return settings;
  }

  <T extends Model> T send(
      Shape<T> read, Plan plan, Params query, Params body, CallOption... more) {
    RawResponse response = respond(plan, query, body, "application/json", more);
    try {
      T reply = read.apply(Json.read(response.body()));
      reply.response = response;
      return reply;
    } catch (CharacterCodingException | RuntimeException notJson) {
      throw ResponseException.format(response.without(key.get()), "It is no such JSON object.");
    }
  }

  byte[] bytes(String media, Plan plan, Params query, CallOption... more) {
    RawResponse response = respond(plan, query, null, media, more);
    if (String.valueOf(response.headers().get("content-type")).startsWith(media))
      return response.body();
    throw ResponseException.format(response.without(key.get()), "It is no " + media + ".");
  }

  /** The cursor is the value of the last item by which the next page starts. */
  <T extends Model> Page<T> page(
      Shape<T> item, Function<T, String> cursor, Plan plan, Params query, CallOption... more) {
    boolean isReversed = query != null && query.fields.containsKey("ending_before");
    String name = isReversed ? "ending_before" : "starting_after";
    Function<T, Page<T>> after =
        last -> page(item, cursor, plan, Params.with(query, name, cursor.apply(last)), more);
    return send(it -> new Page<>(it, item, isReversed, after), plan, query, null, more);
  }

  /** Sends until it succeeds, fails for good or has no attempts or time left. */
  private RawResponse respond(
      Plan plan, Params query, Params body, String accept, CallOption... given) {
    Option.Settings settings = settings(given);
    HttpRequest.Builder request = request(plan, query, body, accept, settings);
    long end = System.nanoTime() + settings.callTimeout.toNanos();
    for (int attempt = 1; ; attempt++) {
      ServiceException failure;
      long asked = 0;
      boolean canRetry = !plan.retry.equals("refused");
      long left = Math.max(1, Math.min(settings.timeout.toNanos(), end - System.nanoTime()));
      try {
        HttpRequest timed = request.copy().timeout(Duration.ofNanos(left)).build();
        RawResponse response = attempt(plan, settings, timed, attempt);
        if (response.status() >= 200 && response.status() < 300) return limited(response, settings);
        failure = ResponseException.from(response.without(key.get()));
        canRetry = response.status() == 429 || canRetry && response.status() >= 500;
        asked = retryAfter(String.valueOf(response.headers().get("retry-after")).strip());
      } catch (IOException error) {
        failure = networkFailure(plan.method + " " + plan.path + ": ", left / 1_000_000, error);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new NetworkException("The call was canceled by an interrupt.", error);
      }
      long delay =
          Math.min(settings.retryDelay.toMillis() << Math.min(attempt - 1, 30), MAX_DELAY_MS);
      long wait = Math.max(asked, ThreadLocalRandom.current().nextLong(delay / 2, delay + 1));
      boolean isOver = attempt > settings.maxRetries || asked > MAX_RETRY_AFTER_MS;
      if (!canRetry || isOver || System.nanoTime() + wait * 1_000_000 >= end) throw failure;
      LockSupport.parkNanos(wait * 1_000_000);
      if (Thread.currentThread().isInterrupted()) throw failure;
    }
  }

  private RawResponse attempt(Plan plan, Option.Settings settings, HttpRequest request, int attempt)
      throws IOException, InterruptedException {
    long started = System.nanoTime();
    RawResponse response = null;
    try {
      response = settings.sender.send(request);
      return response;
    } finally {
      int status = response == null ? 0 : response.status();
      String id = response == null ? null : response.requestId();
      Duration duration = Duration.ofNanos(System.nanoTime() - started);
      try {
        settings.onAttempt.accept(
            new AttemptEvent(plan.method, plan.path, attempt, status, id, duration));
      } catch (RuntimeException error) {
        // The result of a call, such as a payout, must not depend on its log.
      }
    }
  }

  private RawResponse limited(RawResponse response, Option.Settings settings) {
    if (response.body().length <= settings.maxBytes) return response;
    String why = "It has more than " + settings.maxBytes + " bytes.";
    throw ResponseException.format(response.without(key.get()), why);
  }

  private HttpRequest.Builder request(
      Plan plan, Params query, Params body, String accept, Option.Settings settings) {
    Map<String, Object> fields = query == null ? Map.of() : query.fields;
    String text =
        fields.entrySet().stream()
            .flatMap(field -> Arguments.pairs(field.getKey(), field.getValue()))
            .collect(joining("&", fields.isEmpty() ? "" : "?", ""));
    HttpRequest.Builder to = HttpRequest.newBuilder(URI.create(baseUrl + plan.path + text));
    to.setHeader("accept", accept).setHeader("user-agent", Errors.USER_AGENT);
    if (key.get() != null) to.setHeader("authorization", "Bearer " + key.get());
    if (!plan.method.equals("GET")) to.setHeader("content-type", "application/json");
    settings.headers.forEach(to::setHeader);
    boolean isInBody = plan.key.equals("body") && body != null;
    Object own = isInBody ? body.fields.get("idempotency_key") : null;
    String given = Arguments.oneKey(settings.key, settings.headers.get("idempotency-key"), own);
    if (given == null && !plan.key.equals("none")) given = UUID.randomUUID().toString();
    if (given != null) to.setHeader("idempotency-key", given);
    String content = body == null ? "" : Json.write(body);
    return to.method(plan.method, HttpRequest.BodyPublishers.ofString(content));
  }

  private static NetworkException networkFailure(String call, long ms, IOException error) {
    if (error instanceof HttpTimeoutException)
      return new TimeoutException(call + "no response within " + ms + " ms", error);
    String why = "the connection broke";
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof ConnectException) why = "the connection was refused";
      if (each instanceof SSLException) why = "TLS failed";
      if (each instanceof UnresolvedAddressException || each instanceof UnknownHostException)
        why = "the host name was not found";
    }
    String detail = error.getMessage() == null ? "" : " (" + error.getMessage() + ")";
    return new ConnectionException(call + why + detail, error);
  }

  /** The header has seconds, a date or no value. The cast limits the seconds to a long. */
  private static long retryAfter(String value) {
    try {
      if (value.matches("\\d+(\\.\\d+)?")) return (long) (Double.parseDouble(value) * 1000);
      return Instant.now().until(RFC_1123_DATE_TIME.parse(value, Instant::from), MILLIS);
    } catch (RuntimeException absent) {
      return 0;
    }
  }

  /** Reads an object until its status is one of those wanted. */
  <T extends Model> T waitFor(
      Supplier<T> read, List<String> wanted, List<String> last, CallOption... given) {
    Option.Settings settings = settings(given);
    long end = System.nanoTime() + settings.waiting.toNanos();
    for (; ; ) {
      T reply = read.get();
      String status = (String) reply.any("status");
      if (wanted.contains(status)) return reply;
      if (last.contains(status))
        throw new FinalStatusException("The status is " + status + " for good.");
      if (System.nanoTime() + settings.interval.toNanos() > end)
        throw new StatusTimeoutException("The status is still " + status + ".");
      LockSupport.parkNanos(settings.interval.toNanos());
    }
  }
}
