package {{javaPackage}};

import java.io.IOException;
import java.net.http.*;

/** Sends one request. It throws HttpTimeoutException or another IOException without a response. */
@FunctionalInterface
public interface HttpSender {
  RawResponse send(HttpRequest request) throws IOException, InterruptedException;

  /** Sends with `client`, which can have a proxy or a TLS context of its own. */
  static HttpSender of(HttpClient client) {
    return request -> LimitedBody.send(client, request, Integer.MAX_VALUE - 8);
  }
}
