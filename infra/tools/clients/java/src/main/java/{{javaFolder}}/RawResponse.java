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
}
