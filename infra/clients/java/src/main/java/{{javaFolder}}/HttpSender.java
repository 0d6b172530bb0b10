package {{javaPackage}};

import java.net.http.*;
import java.util.concurrent.CompletableFuture;

/**
 * Sends one request. Without a response, its future fails with an HttpTimeoutException or another
 * IOException. A cancel of the future ends the request.
 */
public interface HttpSender {
  /** Sends a request within its timeout. */
  CompletableFuture<RawResponse> send(HttpRequest request);

  /** Sends with a client that can have a proxy or a TLS context of its own. */
  static HttpSender of(HttpClient client) {
    return request -> Transport.exchange(client, request, Integer.MAX_VALUE - 8);
  }
}
