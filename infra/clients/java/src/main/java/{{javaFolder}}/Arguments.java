package {{javaPackage}};

import java.net.*;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks arguments before anything is sent, and writes them. */
final class Arguments {
  /** A key must not travel unencrypted, except within this machine. */
  private static final String URL =
      "(https://[^/?#@]+|http://(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?)(/[^?#]*)?";

  /** Only the HTTP client may set some: another value would move the end of a request. */
  private static final String HEADER =
      "(?i)(?!(connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$)"
          + "[!#$%&'*+.^_`|~0-9a-z-]+";

  private Arguments() {}

  static void require(boolean holds, String otherwise) {
    if (!holds) throw new IllegalArgumentException(otherwise);
  }

  private static String text(@Nullable String value, String pattern, String otherwise) {
    require(value != null && value.matches(pattern), otherwise);
    return value;
  }

  static String url(String baseUrl) {
    text(baseUrl, URL, "The base URL needs https:// and a host, and no user, query or fragment.");
    return URI.create(baseUrl).toString().replaceAll("/+$", "");
  }

  static String apiKey(@Nullable String key) {
    return text(key, "[!-~]+", "The API key needs visible ASCII characters. Is its variable set?");
  }

  static String key(String key) {
    return text(key, "[!-~]{1,255}", "An idempotency key has 1 to 255 visible ASCII characters.");
  }

  static void header(String name, String value) {
    text(name, HEADER, "The header " + name + " cannot be set.");
    text(value, "[\t -~]*", "The header " + name + " must have ASCII characters only.");
  }

  /** The one key of a call, or null. It can be given in several places. */
  static @Nullable String oneKey(@Nullable Object... given) {
    Set<Object> keys = new HashSet<>(Arrays.asList(given));
    keys.remove(null);
    require(keys.size() < 2, "The call has two different idempotency keys.");
    return keys.isEmpty() ? null : key(String.valueOf(keys.iterator().next()));
  }

  static void settings(Option.Settings settings) {
    Duration least = Collections.min(List.of(settings.timeout, settings.callTimeout));
    require(!least.isNegative() && !least.isZero(), "A timeout must be above 0.");
    require(settings.maxRetries >= 0 && settings.maxBytes >= 0, "Retries or bytes are below 0.");
  }

  /** A gateway decodes a path before it routes: a slash would reach another operation. */
  static String path(String template, String... ids) {
    String rule = " of " + template + " must be letters, digits, _, -, . or ~.";
    for (String id : ids) text(id, "(?!\\.{1,2}$)[\\w.~-]+", "The id " + id + rule);
    return template.formatted((Object[]) ids);
  }

  /** Half a surrogate pair has no bytes in UTF-8: another text would be sent. */
  static String wellFormed(String text) {
    require(
        StandardCharsets.UTF_8.newEncoder().canEncode(text), "A text has half a surrogate pair.");
    return text;
  }

  static String encoded(Object value) {
    return URLEncoder.encode(wellFormed(String.valueOf(value)), StandardCharsets.UTF_8);
  }

  /** Maps are written as `name[key]=value`. */
  static Stream<String> pairs(String name, Object value) {
    return value instanceof Map<?, ?> map
        ? map.entrySet().stream().flatMap(e -> pairs(name + "[" + e.getKey() + "]", e.getValue()))
        : Stream.of(encoded(name) + "=" + encoded(value));
  }
}
