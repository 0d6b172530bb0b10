package {{javaPackage}};

import java.io.IOException;
import java.net.http.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;

/** Sends one request. It throws HttpTimeoutException or another IOException without a response. */
@FunctionalInterface
public interface HttpSender {
  RawResponse send(HttpRequest request) throws IOException, InterruptedException;

  /** Sends with `client`, which can have a proxy or a TLS context of its own. */
  static HttpSender of(HttpClient client) {
    return request -> {
      var call = client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
      // The request's own timeout ends at the headers: a body that stalls would block the thread.
      long limit = request.timeout().map(Duration::toMillis).orElse(Long.MAX_VALUE);
      try {
        HttpResponse<byte[]> answer = call.get(limit, TimeUnit.MILLISECONDS);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        answer.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
        return new RawResponse(answer.statusCode(), headers, answer.body());
      } catch (ExecutionException | TimeoutException error) {
        if (error instanceof TimeoutException) throw new HttpTimeoutException("No full response.");
        throw error.getCause() instanceof IOException cause ? cause : new IOException(error);
      } finally {
        call.cancel(true);
      }
    };
  }
}
