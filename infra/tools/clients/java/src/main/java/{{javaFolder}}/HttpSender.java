package {{javaPackage}};

import java.io.IOException;
import java.net.http.*;
import java.util.*;

/** Sends one request. It throws HttpTimeoutException or another IOException without a response. */
@FunctionalInterface
public interface HttpSender {
  RawResponse send(HttpRequest request) throws IOException, InterruptedException;

  /** Sends with `client`, which can have a proxy or a TLS context of its own. */
  static HttpSender of(HttpClient client) {
    return request -> {
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      answer.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
      return new RawResponse(answer.statusCode(), headers, answer.body());
    };
  }
}
