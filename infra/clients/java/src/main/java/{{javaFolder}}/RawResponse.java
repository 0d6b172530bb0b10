package {{javaPackage}};

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A response as it arrived. The names of its headers have any case.
 *
 * @serial exclude
 */
public record RawResponse(int status, Map<String, String> headers, byte[] body)
    implements Serializable {
  /** Identifies the request. Quote it when you contact support. */
  public @Nullable String requestId() {
    return headers.get("x-request-id");
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Shows no body: it can be personal or secret. */
  @Override
  public String toString() {
    return "RawResponse[" + status + ", " + requestId() + "]";
  }

  /** A copy without `secret`, which a server could echo. */
  RawResponse without(@Nullable String secret) {
    if (secret == null) return this;
    String encoded = Arguments.encoded(secret);
    UnaryOperator<String> hidden =
        text -> text.replace(secret, "[API key]").replace(encoded, "[API key]");
    Map<String, String> shown = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.forEach((name, value) -> shown.put(name, hidden.apply(value)));
    String latin = hidden.apply(new String(body, StandardCharsets.ISO_8859_1));
    return new RawResponse(status, shown, latin.getBytes(StandardCharsets.ISO_8859_1));
  }
}
