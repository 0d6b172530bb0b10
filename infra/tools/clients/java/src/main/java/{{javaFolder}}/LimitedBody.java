package {{javaPackage}};

import java.io.*;
import java.net.http.*;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;

/** The bytes of a body, which ends soon after the limit. */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream read = new ByteArrayOutputStream();
  private final int limit;
  private Flow.Subscription subscription;

  LimitedBody(int limit) {
    this.limit = limit;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      byte[] bytes = new byte[part.remaining()];
      part.get(bytes);
      read.writeBytes(bytes);
    }
    if (read.size() <= limit) return;
    subscription.cancel();
    onComplete();
  }

  @Override
  public void onError(Throwable error) {
    body.completeExceptionally(error);
  }

  @Override
  public void onComplete() {
    body.complete(read.toByteArray());
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  /** Reads at most one part of a body beyond the limit. */
  static RawResponse send(HttpClient client, HttpRequest request, int limit)
      throws IOException, InterruptedException {
    var call = client.sendAsync(request, head -> new LimitedBody(limit));
    // The request's own timeout ends at the headers: a body that stalls would block the thread.
    long most = request.timeout().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    try {
      HttpResponse<byte[]> answer = call.get(most, TimeUnit.NANOSECONDS);
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      answer.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
      return new RawResponse(answer.statusCode(), headers, answer.body());
    } catch (java.util.concurrent.TimeoutException error) {
      throw new HttpTimeoutException("No full response.");
    } catch (ExecutionException error) {
      throw error.getCause() instanceof IOException cause ? cause : new IOException(error);
    } finally {
      call.cancel(true);
    }
  }
}
