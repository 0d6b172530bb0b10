package {{javaPackage}};

import java.net.*;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.stream.Stream;

/** Checks arguments before anything is sent, and writes them. */
final class Arguments {
  private static final String LOCAL = "localhost|127\\.0\\.0\\.1|\\[::1\\]";

  /** Only the HTTP client may set them: another value would move the end of a request. */
  private static final Set<String> RESERVED =
      Set.of(
          "connection content-length expect host keep-alive transfer-encoding upgrade".split(" "));

  private Arguments() {}

  private static void require(boolean holds, String otherwise) {
    if (!holds) throw new IllegalArgumentException(otherwise);
  }

  /** A key must not travel unencrypted, except within this machine. */
  static String url(String baseUrl) {
    require(baseUrl != null, "The base URL is null.");
    URI uri = URI.create(baseUrl);
    String host = String.valueOf(uri.getHost());
    boolean isSafe = "https".equals(uri.getScheme()) || host.matches(LOCAL);
    require(isSafe && baseUrl.startsWith("http"), "The base URL needs https://");
    boolean isPlain =
        uri.getHost() != null
            && Stream.of(uri.getUserInfo(), uri.getQuery(), uri.getFragment())
                .allMatch(Objects::isNull);
    require(isPlain, "The base URL must have a host, and no user, password, query or fragment.");
    return baseUrl.replaceAll("/+$", "");
  }

  static String apiKey(String key) {
    boolean isVisible = key != null && key.matches("[!-~]+");
    require(isVisible, "The API key must have visible ASCII characters only. Is its variable set?");
    return key;
  }

  static String key(String key) {
    boolean isKey = key != null && key.matches("[!-~]{1,255}");
    require(isKey, "An idempotency key must have 1 to 255 visible ASCII characters.");
    return key;
  }

  static void header(String name, String value) {
    boolean isName =
        name != null
            && name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
            && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
    require(isName, "The header " + name + " cannot be set.");
    boolean isText = value != null && value.matches("[\t -~]*");
    require(isText, "The value of the header " + name + " must have ASCII characters only.");
  }

  /** The one key of a call, or null. It can be given in several places. */
  static String oneKey(Object... given) {
    Set<Object> keys = new HashSet<>(Arrays.asList(given));
    keys.remove(null);
    require(keys.size() < 2, "The call has two different idempotency keys.");
    return keys.isEmpty() ? null : key(String.valueOf(keys.iterator().next()));
  }

  static void settings(Option.Settings settings) {
    for (Duration limit : List.of(settings.timeout, settings.callTimeout)) {
      require(!limit.isNegative() && !limit.isZero(), "A timeout must be above 0.");
    }
    boolean isCount = settings.maxRetries >= 0 && settings.maxBytes >= 0;
    require(isCount, "A number of retries or bytes must not be below 0.");
  }

  /** Puts ids into a path. A dot or an empty id would name another path. */
  static String path(String template, String... ids) {
    for (String id : ids) {
      boolean isId = id != null && !id.matches("\\.{0,2}");
      require(
          isId, "The id " + id + " of " + template + " must be text that is not empty, . or ..");
    }
    return template.formatted(Stream.of(ids).map(id -> encoded(id).replace("+", "%20")).toArray());
  }

  static String encoded(Object value) {
    return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8);
  }

  /** Maps are written as `name[key]=value`. */
  static Stream<String> pairs(String name, Object value) {
    return value instanceof Map<?, ?> map
        ? map.entrySet().stream().flatMap(e -> pairs(name + "[" + e.getKey() + "]", e.getValue()))
        : Stream.of(encoded(name) + "=" + encoded(value));
  }
}
