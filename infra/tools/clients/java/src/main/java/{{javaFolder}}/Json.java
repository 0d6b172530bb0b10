package {{javaPackage}};

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.*;

/** Reads and writes JSON. Whole numbers are Long, other numbers BigDecimal. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> read(String text) {
    return (Map<String, Object>) new Json(text).value();
  }

  /** The next character after white space. */
  private char next() {
    while (" \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    return text.charAt(at);
  }

  private Object value() {
    char first = next();
    if (first == '"') return string();
    if (first != '{' && first != '[') return scalar();
    Map<String, Object> fields = new LinkedHashMap<>();
    List<Object> items = new ArrayList<>();
    for (at++; next() != (first == '{' ? '}' : ']'); ) {
      String name = first == '{' ? string() : null;
      if (name != null && next() == ':') at++;
      if (name == null) items.add(value());
      else fields.put(name, value());
      if (next() == ',') at++;
    }
    at++;
    return first == '{' ? fields : items;
  }

  private String string() {
    if (next() != '"') throw new IllegalArgumentException("No JSON, at character " + at);
    StringBuilder read = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      char c = text.charAt(at);
      if (c == '\\' && text.charAt(++at) == 'u')
        c = (char) Integer.parseInt(text.substring(at + 1, (at += 4) + 1), 16);
      else if (c == '\\') c = "\"\\/\b\f\n\r\t".charAt("\"\\/bfnrt".indexOf(text.charAt(at)));
      read.append(c);
    }
    at++;
    return read.toString();
  }

  private Object scalar() {
    int start = at;
    while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
    String word = text.substring(start, at);
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
    if (!(value instanceof String string)) return String.valueOf(value);
    return string.chars().mapToObj(Json::escaped).collect(joining("", "\"", "\""));
  }

  private static String escaped(int c) {
    return c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04x", c) : "" + (char) c;
  }
}
