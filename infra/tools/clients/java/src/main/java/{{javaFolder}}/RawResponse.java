package {{javaPackage}};

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A response as it arrived. The names of its headers are in lower case. */
public record RawResponse(int status, Map<String, String> headers, byte[] body)
    implements Serializable {
  /** Identifies the request, or null. Quote it when you contact support. */
  public String requestId() {
    return headers.get("x-request-id");
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Shows no body: it can be personal or secret. */
  @Override
  public String toString() {
    return "RawResponse[" + status + ", " + requestId() + "]";
  }

  /** A copy without `secret`, which a server could echo. */
  RawResponse without(String secret) {
    String latin = new String(body, StandardCharsets.ISO_8859_1);
    if (secret == null || !latin.contains(secret)) return this;
    String hidden = latin.replace(secret, "[API key]");
    return new RawResponse(status, headers, hidden.getBytes(StandardCharsets.ISO_8859_1));
  }
}
