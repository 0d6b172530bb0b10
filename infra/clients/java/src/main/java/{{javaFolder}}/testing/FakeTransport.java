package {{javaPackage}}.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import {{javaPackage}}.HttpSender;
import {{javaPackage}}.RawResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.concurrent.*;
import org.jspecify.annotations.Nullable;

/**
 * Answers in the order of a script, without a network. `Option.httpClient` takes it. It keeps the
 * promise of idempotency keys: a key that it has seen gets its first answer again, without a
 * further effect.
 */
public final class FakeTransport implements HttpSender {
  /** One request as it was sent. */
  public record SentRequest(String method, URI url, Map<String, String> headers, String body) {
    /** The idempotency key, or null. */
    public @Nullable String idempotencyKey() {
      return headers.get("idempotency-key");
    }
  }

  /** What happens to one request. The fault is "lost", "broken", "late" or an empty text. */
  public record Answer(int status, String body, Map<String, String> headers, String fault) {}

  private final Queue<Answer> script;
  private final List<SentRequest> requests = new ArrayList<>();
  private final Map<String, Answer> answers = new HashMap<>();
  private int effects;

  /** Starts a script. */
  public FakeTransport(Answer... script) {
    this.script = new ArrayDeque<>(List.of(script));
  }

  /** Answers with JSON. */
  public static Answer reply(int status, String json) {
    return new Answer(status, json, Map.of(), "");
  }

  /** Does the work of an answer, and breaks the connection before the answer arrives. */
  public static Answer lost(Answer answer) {
    return new Answer(answer.status, answer.body, answer.headers, "lost");
  }

  /** Breaks the connection before the service has the request. */
  public static Answer broken() {
    return new Answer(0, "", Map.of(), "broken");
  }

  /** Never answers. The request ends with its timeout. */
  public static Answer late() {
    return new Answer(0, "", Map.of(), "late");
  }

  /** The requests so far. */
  public synchronized List<SentRequest> requests() {
    return List.copyOf(requests);
  }

  /** Counts the requests other than GET that did their work: two would have paid twice. */
  public synchronized int effects() {
    return effects;
  }

  @Override
  public CompletableFuture<RawResponse> send(HttpRequest request) {
    Answer answer = next(request);
    if (answer.fault.equals("late")) {
      CompletableFuture<RawResponse> late = new CompletableFuture<>();
      long most = request.timeout().orElseThrow().toNanos();
      CompletableFuture.delayedExecutor(most, TimeUnit.NANOSECONDS)
          .execute(() -> late.completeExceptionally(new HttpTimeoutException("It is late.")));
      return late;
    }
    if (!answer.fault.isEmpty()) return failedFuture(new IOException("connection reset"));
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("content-type", "application/json");
    headers.putAll(answer.headers);
    byte[] body = answer.body.getBytes(UTF_8);
    return completedFuture(new RawResponse(answer.status, headers, body));
  }

  private synchronized Answer next(HttpRequest request) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    request.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    String body = request.bodyPublisher().map(FakeTransport::text).orElse("");
    requests.add(new SentRequest(request.method(), request.uri(), headers, body));
    String key = headers.getOrDefault("idempotency-key", "");
    if (answers.containsKey(key)) return answers.get(key);
    Answer answer = script.poll();
    if (answer == null) throw new AssertionError("The script has no answer for " + request);
    if (answer.status < 200 || answer.status > 299 || request.method().equals("GET")) return answer;
    effects++;
    Answer again = new Answer(answer.status, answer.body, answer.headers, "");
    if (!key.isEmpty()) answers.put(key, again);
    return answer;
  }

  private static String text(HttpRequest.BodyPublisher body) {
    var all = HttpResponse.BodySubscribers.ofString(UTF_8);
    body.subscribe(
        new Flow.Subscriber<ByteBuffer>() {
          public void onSubscribe(Flow.Subscription subscription) {
            all.onSubscribe(subscription);
          }

          public void onNext(ByteBuffer part) {
            all.onNext(List.of(part));
          }

          public void onError(Throwable error) {
            all.onError(error);
          }

          public void onComplete() {
            all.onComplete();
          }
        });
    return all.getBody().toCompletableFuture().join();
  }
}
