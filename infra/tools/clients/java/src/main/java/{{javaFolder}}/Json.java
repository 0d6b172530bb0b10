package {{javaPackage}};

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.util.*;
import java.util.regex.*;

/** Reads and writes JSON. Whole numbers are Long, other numbers BigDecimal. */
final class Json {
  private static final Pattern SCALAR =
      Pattern.compile("null|true|false|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");

  /** A deeper value would overflow the stack of some thread. */
  private static final int MAX_DEPTH = 500;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Reads an object. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> read(String text) {
    Json json = new Json(text);
    Object value = json.value(0);
    json.skip();
    if (json.at < text.length() || !(value instanceof Map)) throw json.wrong();
    return (Map<String, Object>) value;
  }

  /** Reads an object from bytes, which must be UTF-8. */
  static Map<String, Object> read(byte[] bytes) throws CharacterCodingException {
    return read(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException("No JSON, at character " + at);
  }

  private void skip() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  /** Whether the next character after white space is this one, which it then passes. */
  private boolean passes(char wanted) {
    skip();
    boolean isNext = at < text.length() && text.charAt(at) == wanted;
    if (isNext) at++;
    return isNext;
  }

  private void pass(char wanted) {
    if (!passes(wanted)) throw wrong();
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) throw wrong();
    if (passes('{')) {
      Map<String, Object> fields = new LinkedHashMap<>();
      if (passes('}')) return fields;
      do {
        pass('"');
        String name = string();
        pass(':');
        fields.put(name, value(depth + 1));
      } while (passes(','));
      pass('}');
      return fields;
    }
    if (passes('[')) {
      List<Object> items = new ArrayList<>();
      if (passes(']')) return items;
      do items.add(value(depth + 1));
      while (passes(','));
      pass(']');
      return items;
    }
    return passes('"') ? string() : scalar();
  }

  /** The text after its first quotation mark. */
  private String string() {
    StringBuilder read = new StringBuilder();
    for (; ; at++) {
      if (at >= text.length() || text.charAt(at) < ' ') throw wrong();
      char c = text.charAt(at);
      if (c == '"') break;
      if (c == '\\') c = unescaped();
      read.append(c);
    }
    at++;
    return read.toString();
  }

  private char unescaped() {
    if (++at >= text.length()) throw wrong();
    if (text.charAt(at) == 'u') {
      if (at + 4 >= text.length()) throw wrong();
      String digits = text.substring(at + 1, (at += 4) + 1);
      if (!digits.matches("[0-9A-Fa-f]{4}")) throw wrong();
      return (char) Integer.parseInt(digits, 16);
    }
    int index = "\"\\/bfnrt".indexOf(text.charAt(at));
    if (index < 0) throw wrong();
    return "\"\\/\b\f\n\r\t".charAt(index);
  }

  private Object scalar() {
    Matcher matcher = SCALAR.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) throw wrong();
    String word = matcher.group();
    at += word.length();
    if (word.equals("null")) return null;
    if (word.equals("true") || word.equals("false")) return word.equals("true");
    boolean isWhole = word.length() < 19 && word.chars().noneMatch(c -> c > '9' || c == '.');
    return isWhole ? (Object) Long.valueOf(word) : new BigDecimal(word);
  }

  static String write(Object value) {
    if (value instanceof Params params) return write(params.fields);
    if (value instanceof Map<?, ?> map)
      return map.entrySet().stream()
          .map(field -> write(field.getKey()) + ":" + write(field.getValue()))
          .collect(joining(",", "{", "}"));
    if (value instanceof Collection<?> items)
      return items.stream().map(Json::write).collect(joining(",", "[", "]"));
    boolean isNumber = !(value instanceof Double number) || Double.isFinite(number);
    if (!isNumber) throw new IllegalArgumentException(value + " is no number of JSON.");
    if (!(value instanceof String string)) return String.valueOf(value);
    return string.chars().mapToObj(Json::escaped).collect(joining("", "\"", "\""));
  }

  private static String escaped(int c) {
    return c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04x", c) : "" + (char) c;
  }
}
