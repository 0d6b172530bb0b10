package {{javaPackage}};

import java.util.*;
import org.jspecify.annotations.Nullable;

/**
 * An error response. Most have a class by their status, others by their type. A type that this
 * version does not know has this class.
 */
public class ResponseException extends ServiceException {
  private static final long serialVersionUID = 1;

  /** The headers, the request id and the body. */
  public final RawResponse response;

  /** The HTTP status. */
  public final int status;

  /** It is empty where a gateway sent the response. */
  public final String type;

  /** Machine-readable code. It is empty where a gateway sent the response. */
  public final String code;

  /** The parameter that caused the error, or null. */
  public final @Nullable String param;

  /** The address of the code's documentation, or null. */
  public final @Nullable String docUrl;

  /** The sentence of the service. The message adds the status, the code and the request id. */
  public final String detail;

  ResponseException(String message, RawResponse response, Map<?, ?> body) {
    super(message + facts(response, text(body, "code", "")), null);
    this.detail = message;
    this.response = response;
    this.status = response.status();
    this.type = text(body, "type", "");
    this.code = text(body, "code", "");
    this.param = text(body, "param", null);
    this.docUrl = text(body, "doc_url", null);
  }

  private static String facts(RawResponse response, String code) {
    StringJoiner facts = new StringJoiner(", ", " (", ")").setEmptyValue("");
    if (response.status() > 0) facts.add("HTTP " + response.status());
    if (!code.isEmpty()) facts.add(code);
    if (response.requestId() != null) facts.add(response.requestId());
    return facts.toString();
  }

  private static String text(Map<?, ?> body, String name, String otherwise) {
    return body.get(name) instanceof String text ? text : otherwise;
  }

  /** Reads an error. A response without the service's error body comes from a gateway. */
  static ResponseException from(RawResponse response) {
    Map<?, ?> body = Map.of();
    try {
      if (Json.read(response.body()).get("error") instanceof Map<?, ?> error) body = error;
    } catch (IllegalArgumentException notJson) {
      // It has no body of the service.
    }
    String type = text(body, "type", null);
    if (type == null) body = Map.of();
    String message = text(body, "message", strange(response));
    message = message.substring(0, Math.min(1_000, message.length()));
    String status = String.valueOf(Math.min(response.status(), 500));
    for (String key : Arrays.asList(status + " " + type, status, String.valueOf(type))) {
      ResponseException typed = Errors.typed(key, message, response, body);
      if (typed != null) return typed;
    }
    if (type == null) return new ResponseFormatException(message, response, body);
    return new ResponseException(message, response, body);
  }

  static ResponseException format(RawResponse response, String why) {
    String message = strange(response) + " " + why + " The call may have succeeded.";
    return new ResponseFormatException(message, response, Map.of());
  }

  /** Text of a response that the service does not send, with the start of its body. */
  private static String strange(RawResponse response) {
    int status = response.status();
    boolean isRedirect = status >= 300 && status < 400;
    String to = isRedirect ? " to " + response.headers().get("location") : "";
    String text = response.text();
    String start = text.substring(0, Math.min(500, text.length())).strip();
    return "The service returned HTTP " + status + to + (start.isEmpty() ? "." : ": " + start);
  }
}
