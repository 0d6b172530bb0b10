package {{javaPackage}};

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.util.*;
import java.util.regex.*;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON. Whole numbers are Long, other numbers BigDecimal. */
final class Json {
  /** A mark, a text, a word, a number or the end. The possessive quantifiers take no stack. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\G[ \\t\\r\\n]*+(?:([{}\\[\\]:,])"
              + "|\"((?:[^\"\\\\\\x00-\\x1f]++|\\\\(?:[\"\\\\/bfnrt]|u[0-9A-Fa-f]{4}))*+)\""
              + "|(null|true|false)|(-?(?:0|[1-9]\\d*+)(?:\\.\\d++)?(?:[eE][+-]?\\d++)?)|(\\z))");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(.{4})|(.))");

  /** A deeper value would overflow the stack of some thread. */
  private static final int MAX_DEPTH = 500;

  private final Matcher token;

  private Json(String text) {
    token = TOKEN.matcher(text);
  }

  /** Reads an object. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> read(String text) {
    Json json = new Json(text);
    require(json.next("{"));
    Object value = json.value(0);
    require(!json.next("") && json.token.group(5) != null);
    return (Map<String, Object>) value;
  }

  /** Reads an object from bytes, which must be UTF-8. */
  static Map<String, Object> read(byte[] bytes) {
    try {
      return read(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException error) {
      throw new IllegalArgumentException(error);
    }
  }

  private static void require(boolean holds) {
    Arguments.require(holds, "It is no JSON.");
  }

  /** Takes the next token. Returns whether it is this mark. */
  private boolean next(String mark) {
    require(token.find());
    return mark.equals(token.group(1));
  }

  /** Whether another item follows, and not the end. */
  private boolean goesOn(String end) {
    boolean goesOn = next(",");
    require(goesOn ? !next(end) : end.equals(token.group(1)));
    return goesOn;
  }

  /** The value that starts with the token. */
  private @Nullable Object value(int depth) {
    require(depth <= MAX_DEPTH);
    if (token.group(2) != null) return string();
    if (token.group(3) != null)
      return token.group(3).equals("null") ? null : (Object) Boolean.valueOf(token.group(3));
    if (token.group(4) != null) return number(token.group(4));
    if ("{".equals(token.group(1))) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (boolean goesOn = !next("}"); goesOn; goesOn = goesOn("}")) {
        String name = string();
        require(next(":") && !next(""));
        fields.put(name, value(depth + 1));
      }
      return fields;
    }
    require("[".equals(token.group(1)));
    List<Object> items = new ArrayList<>();
    for (boolean goesOn = !next("]"); goesOn; goesOn = goesOn("]")) items.add(value(depth + 1));
    return items;
  }

  private String string() {
    String text = token.group(2);
    require(text != null);
    return text.indexOf('\\') < 0 ? text : ESCAPE.matcher(text).replaceAll(Json::unescaped);
  }

  private static String unescaped(MatchResult escape) {
    String code = escape.group(1);
    char c = code == null ? escape.group(2).charAt(0) : (char) Integer.parseInt(code, 16);
    int index = code == null ? "bfnrt".indexOf(c) : -1;
    return Matcher.quoteReplacement("" + (index < 0 ? c : "\b\f\n\r\t".charAt(index)));
  }

  private static Number number(String text) {
    boolean isWhole = text.length() < 19 && text.chars().noneMatch(c -> c > '9' || c == '.');
    return isWhole ? (Number) Long.valueOf(text) : new BigDecimal(text);
  }

  static String write(@Nullable Object value) {
    if (value instanceof Params params) return write(params.fields);
    if (value instanceof Map<?, ?> map)
      return map.entrySet().stream()
          .map(field -> write(field.getKey()) + ":" + write(field.getValue()))
          .collect(joining(",", "{", "}"));
    if (value instanceof Collection<?> items)
      return items.stream().map(Json::write).collect(joining(",", "[", "]"));
    boolean isNumber = !(value instanceof Double number) || Double.isFinite(number);
    Arguments.require(isNumber, value + " is no number of JSON.");
    String text = String.valueOf(value);
    if (value == null || value instanceof Number || value instanceof Boolean) return text;
    return text.chars().mapToObj(Json::escaped).collect(joining("", "\"", "\""));
  }

  private static String escaped(int c) {
    return c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04x", c) : "" + (char) c;
  }
}
