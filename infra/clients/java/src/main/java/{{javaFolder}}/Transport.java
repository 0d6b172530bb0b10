package {{javaPackage}};

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.util.stream.Collectors.joining;

import {{javaPackage}}.Model.Shape;
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.channels.UnresolvedAddressException;
import java.time.*;
import java.util.*;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.*;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends requests, and repeats them while that is safe. */
final class Transport implements AutoCloseable {
  private static final long MAX_DELAY_MS = 8_000;

  /** A longer Retry-After ends the call: the caller should decide. */
  private static final long MAX_RETRY_AFTER_MS = 60_000;

  /** One operation's request. Retry "refused" repeats it after a 429 only. */
  record Plan(
      String method, String path, String retry, String key, Params params, CallOption[] options) {
    Plan with(String name, Object value) {
      return new Plan(method, path, retry, key, params.with(name, value), options);
    }
  }

  private final String baseUrl;
  private final List<Option> options;

  /** A function keeps the key out of printed objects. */
  private final Supplier<@Nullable String> key;

  private @Nullable HttpClient client;

  Transport(String baseUrl, boolean isKeyed, @Nullable String apiKey, Option... options) {
    this.baseUrl = Arguments.url(baseUrl);
    this.options = List.of(options);
    String checked = isKeyed ? Arguments.apiKey(apiKey) : null;
    this.key = () -> checked;
    boolean hasKey = settings().headers.containsKey("idempotency-key");
    Arguments.require(!hasKey, "An idempotency key belongs to one call.");
  }

  /** A client without calls has no thread, and one with calls has the selector's. */
  private synchronized HttpClient client() {
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    if (client == null) client = builder.executor(Runnable::run).build();
    return client;
  }

  /** Before Java 21, the connections of a client close when it is collected. */
  @Override
  public synchronized void close() {
    try {
      if ((Object) client instanceof AutoCloseable closeable) closeable.close();
      client = null;
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }

  private Option.Settings settings(CallOption... more) {
    Option.Settings settings = new Option.Settings();
    Stream.concat(options.stream(), Stream.of(more)).forEach(option -> option.change(settings));
    Arguments.settings(settings);
    if (settings.sender == null)
      settings.sender = request -> exchange(client(), request, settings.maxBytes);
    return settings;
  }

  /** Sends once. It reads at most one part of a body beyond the limit. */
  static CompletableFuture<RawResponse> exchange(HttpClient client, HttpRequest request, int most) {
    boolean waits = Steps.WAITS.get();
    Steps.WAITS.remove();
    Thread caller = Thread.currentThread();
    var body = new ByteArrayOutputStream();
    var response = new CompletableFuture<RawResponse>();
    HttpResponse.BodyHandler<Void> handler =
        head ->
            HttpResponse.BodySubscribers.ofByteArrayConsumer(
                part -> {
                  part.ifPresent(body::writeBytes);
                  if (body.size() <= most) return;
                  response.complete(raw(head.statusCode(), head.headers(), body));
                  if (waits) throw new IllegalStateException("The body is too long.");
                });
    // The request's own timeout ends at the headers: a body can stall.
    var timer = Steps.timer(request.timeout().map(Duration::toNanos).orElse(Long.MAX_VALUE));
    var late =
        timer.thenApplyAsync(
            due -> {
              boolean isLate = response.completeExceptionally(new HttpTimeoutException("No body."));
              if (isLate && waits) caller.interrupt();
              return isLate;
            });
    if (!waits) {
      var exchange = client.sendAsync(request, handler);
      exchange.whenComplete(
          (all, error) -> {
            if (error == null) response.complete(raw(all.statusCode(), all.headers(), body));
            else
              response.completeExceptionally(error.getCause() == null ? error : error.getCause());
          });
      response.whenComplete((all, error) -> exchange.cancel(timer.cancel(true)));
      return response;
    }
    try {
      HttpResponse<Void> all = client.send(request, handler);
      response.complete(raw(all.statusCode(), all.headers(), body));
    } catch (IOException | RuntimeException error) {
      response.completeExceptionally(error);
    } catch (InterruptedException error) {
      if (!response.isDone()) caller.interrupt();
    }
    timer.cancel(true);
    // The timer's interrupt must not reach what the thread does next.
    if (late.handle((isLate, error) -> error == null && isLate).join()) Thread.interrupted();
    return response;
  }

  private static RawResponse raw(int status, HttpHeaders all, ByteArrayOutputStream body) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.map().forEach((name, values) -> headers.put(name, values.get(0)));
    return new RawResponse(status, headers, body.toByteArray());
  }

  <T extends Model> CompletableFuture<T> send(Shape<T> shape, Plan plan) {
    Function<RawResponse, T> read =
        response -> {
          Map<String, Object> fields = Json.read(response.body());
          // Every reply has a field, and an error has another status.
          Arguments.require(!fields.isEmpty() && !fields.containsKey("error"), "It is no reply.");
          T model = shape.apply(fields);
          model.response = response;
          return model;
        };
    return call(plan, "application/json", read);
  }

  CompletableFuture<byte[]> bytes(String media, Plan plan) {
    Function<RawResponse, byte[]> read =
        response -> {
          String type = String.valueOf(response.headers().get("content-type"));
          Arguments.require(type.startsWith(media), "The type is " + type);
          return response.body();
        };
    return call(plan, media, read);
  }

  /** The cursor is the value of the last item by which the next page starts. */
  <T extends Model> CompletableFuture<Page<T>> page(
      Shape<T> item, Function<T, Object> cursor, Plan plan) {
    boolean isReversed = plan.params.fields.containsKey("ending_before");
    String name = isReversed ? "ending_before" : "starting_after";
    Page.After<T> after =
        last -> {
          if (last == null) return page(item, cursor, plan);
          String next = cursor.apply(last).toString();
          boolean moves = !next.equals(String.valueOf(plan.params.fields.get(name)));
          return moves ? page(item, cursor, plan.with(name, next)) : null;
        };
    return send(fields -> new Page<>(fields, item, isReversed, after), plan);
  }

  /** Each object of a list once, the oldest first, and then those to come. */
  <T extends Model> Iterable<T> follow(
      Shape<T> item, Function<T, Object> cursor, String start, Plan plan) {
    Map<String, @Nullable Object> fields = plan.params.fields;
    Plan first =
        plan.with("limit", Objects.requireNonNullElse(fields.get("limit"), 100))
            .with("ending_before", Objects.requireNonNullElse(fields.get("ending_before"), start));
    return () ->
        Stream.iterate(Steps.await(() -> page(item, cursor, first)), Page::later)
            .flatMap(page -> page.inOrder().stream())
            .iterator();
  }

  /** Attempts until one succeeds, fails for good or no attempt or time is left. */
  private <T> CompletableFuture<T> call(Plan plan, String accept, Function<RawResponse, T> read) {
    Option.Settings settings = settings(plan.options);
    HttpRequest.Builder request = request(plan, accept, settings);
    long end = System.nanoTime() + settings.callTimeout.toNanos();
    class Call extends Steps<T> {
      int attempt;
      boolean wasLost;
      long started;
      Duration left = settings.timeout;
      long delay = Math.min(settings.retryDelay.toMillis(), MAX_DELAY_MS);

      void send() {
        attempt++;
        started = System.nanoTime();
        left = Collections.min(List.of(left, Duration.ofNanos(Math.max(1, end - started))));
        CompletableFuture<RawResponse> sent;
        try {
          sent = settings.sender.send(request.copy().timeout(left).build());
        } catch (RuntimeException thrown) {
          sent = CompletableFuture.failedFuture(thrown);
        }
        then(sent, this::answered);
      }

      void answered(RawResponse response) {
        report(response.status(), response.headers().getOrDefault("x-request-id", ""));
        boolean isRefused = response.status() == 429;
        RawResponse shown = response.without(key.get());
        if (response.status() < 200) throw failure(new IOException("The server left HTTP."));
        else if (response.status() >= 200 && response.status() < 300)
          complete(reply(response, shown));
        else if (!isRefused && response.status() < 500)
          complete(gone(ResponseException.from(shown)));
        else again(ResponseException.from(shown), isRefused, retryAfter(response));
      }

      T reply(RawResponse response, RawResponse shown) {
        String why = "It is no such " + accept + ".";
        try {
          if (response.body().length <= settings.maxBytes) return read.apply(response);
          why = "It has more than " + settings.maxBytes + " bytes.";
        } catch (RuntimeException unlike) {
          // Its text can have parts of the body.
        }
        throw ResponseException.format(shown, why);
      }

      /** An object that is gone is a success where an earlier attempt may have deleted it. */
      T gone(ResponseException missing) {
        boolean isGone = plan.retry.equals("gone") && missing.code.equals("resource_missing");
        if (!wasLost || !isGone) throw missing;
        String id = plan.path.substring(plan.path.lastIndexOf('/') + 1);
        byte[] body = Json.write(Map.of("id", id, "deleted", true)).getBytes(UTF_8);
        return read.apply(new RawResponse(404, missing.response.headers(), body));
      }

      NetworkException failure(Throwable cause) {
        return networkFailure(plan.method + " " + plan.path + ": ", left, cause);
      }

      /** An exception after a request was sent says nothing about what the service did. */
      @Override
      void failed(Throwable error) {
        report(0, "");
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        if (cause instanceof Exception) again(failure(cause), false, 0);
        else super.failed(cause);
      }

      void again(ServiceException failure, boolean isRefused, long asked) {
        long wait = Math.max(asked, ThreadLocalRandom.current().nextLong(delay / 2, delay + 1));
        delay = Math.min(delay * 2, MAX_DELAY_MS);
        boolean canRetry = isRefused || !plan.retry.equals("refused");
        boolean isOver = attempt > settings.maxRetries || asked > MAX_RETRY_AFTER_MS;
        wasLost |= !isRefused;
        if (!canRetry || isOver || System.nanoTime() + wait * 1_000_000 >= end) throw failure;
        pause(wait * 1_000_000, this::send);
      }

      void report(int status, String id) {
        Duration time = Duration.ofNanos(System.nanoTime() - started);
        var event = new AttemptEvent(plan.method, plan.path, attempt, status, id, time);
        try {
          settings.onAttempt.accept(event);
        } catch (RuntimeException error) {
          // The result of a call, such as a payout, must not depend on its log.
        }
      }
    }
    Call call = new Call();
    call.send();
    return call;
  }

  private HttpRequest.Builder request(Plan plan, String accept, Option.Settings settings) {
    Map<String, @Nullable Object> fields = plan.params.fields;
    boolean isQuery = plan.method.equals("GET") && !fields.isEmpty();
    String query =
        fields.entrySet().stream()
            .flatMap(field -> Arguments.pairs(field.getKey(), field.getValue()))
            .collect(joining("&", "?", ""));
    Arguments.require(
        !settings.isDry || !plan.method.equals("GET"), "A call that reads has no dry run.");
    String dry = settings.isDry ? "?dry_run=true" : "";
    URI url = URI.create(baseUrl + plan.path + (isQuery ? query : dry));
    HttpRequest.Builder to = HttpRequest.newBuilder(url).setHeader("accept", accept);
    to.setHeader("user-agent", Errors.USER_AGENT);
    if (key.get() != null) to.setHeader("authorization", "Bearer " + key.get());
    if (!plan.method.equals("GET")) to.setHeader("content-type", "application/json");
    settings.headers.forEach(to::setHeader);
    Object own = plan.key.equals("body") ? fields.get("idempotency_key") : null;
    String given = Arguments.oneKey(settings.key, settings.headers.get("idempotency-key"), own);
    if (given == null && !plan.key.equals("none")) given = UUID.randomUUID().toString();
    if (given != null) to.setHeader("idempotency-key", given);
    boolean hasBody = !plan.method.equals("GET") && plan.params != Params.NONE;
    String content = hasBody ? Json.write(fields) : "";
    return to.method(plan.method, HttpRequest.BodyPublishers.ofString(content));
  }

  private static NetworkException networkFailure(String call, Duration limit, Throwable error) {
    if (error instanceof HttpTimeoutException)
      return new TimeoutException(call + "no response within " + limit.toMillis() + " ms", error);
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
  private static long retryAfter(RawResponse response) {
    String value = String.valueOf(response.headers().get("retry-after")).strip();
    try {
      if (value.matches("\\d+(\\.\\d+)?")) return (long) (Double.parseDouble(value) * 1000);
      return Instant.now().until(RFC_1123_DATE_TIME.parse(value, Instant::from), MILLIS);
    } catch (RuntimeException absent) {
      return 0;
    }
  }

  /** The time after which a list that is followed can have more. Without the header: 10 seconds. */
  static long followNanos(RawResponse response) {
    long ms = retryAfter(response);
    return Duration.ofMillis(ms <= 0 ? 10_000 : Math.min(ms, 86_400_000)).toNanos();
  }

  /** Reads an object until its status is one of those wanted. */
  <T extends Model> CompletableFuture<T> waitFor(
      Supplier<CompletableFuture<T>> read, List<?> wanted, List<String> ends, CallOption... more) {
    Option.Settings settings = settings(more);
    long interval = settings.interval.toNanos();
    long end = System.nanoTime() + settings.waiting.toNanos();
    class Wait extends Steps<T> {
      void poll() {
        then(read.get(), this::see);
      }

      void see(T reply) {
        String status = String.valueOf(reply.any("status"));
        if (wanted.stream().anyMatch(each -> each.toString().equals(status))) complete(reply);
        else if (ends.contains(status))
          throw new FinalStatusException("The status is " + status + " for good.");
        else if (System.nanoTime() + interval > end)
          throw new StatusTimeoutException("The status is still " + status + ".");
        else pause(interval, this::poll);
      }
    }
    Wait wait = new Wait();
    wait.poll();
    return wait;
  }
}
