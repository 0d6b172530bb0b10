package {{javaPackage}};

import java.util.Map;
import java.util.Objects;

/** An error response. Each type of today has a class of its own; an unknown type has this class. */
public class ResponseException extends ServiceException {
  private static final long serialVersionUID = 1;
  private static final String USUAL = "The service returned HTTP %d.";

  /** The headers, the request id and the body. */
  public final RawResponse response;

  public final int status;
  public final String type;

  /** Machine-readable code. It is empty where a gateway sent the response. */
  public final String code;

  /** The parameter that caused the error, or null. */
  public final String param;

  public final String docUrl;

  ResponseException(RawResponse response, String type, Map<String, Object> body) {
    super((String) body.getOrDefault("message", USUAL.formatted(response.status())), null);
    this.response = response;
    this.status = response.status();
    this.type = type;
    this.code = (String) body.getOrDefault("code", "");
    this.param = (String) body.get("param");
    this.docUrl = (String) body.get("doc_url");
  }

  /** Reads an error. A response without the service's error body comes from a gateway. */
  static ResponseException from(RawResponse response) {
    Map<String, Object> error = Map.of();
    try {
      error = Model.read(Objects.requireNonNull(Json.read(response.text()).get("error")), it -> it);
    } catch (RuntimeException notJson) {
      // It has no body of the service.
    }
    String usual = response.status() >= 500 ? "api_error" : "invalid_request_error";
    usual = response.status() == 429 ? "rate_limit_error" : usual;
    return Errors.typed(response, (String) error.getOrDefault("type", usual), error);
  }
}
