package {{javaPackage}};

import java.math.BigDecimal;
import java.util.*;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A reply, or an object within one. It keeps fields that this version does not know. */
public abstract class Model {
  private final Map<String, Object> fields;
  @Nullable RawResponse response;

  /** The constructor of a model. */
  interface Shape<T> extends Function<Map<String, Object>, T> {}

  Model(Map<String, Object> fields) {
    this.fields = fields;
  }

  /**
   * All fields as JSON, also unknown ones: String, Long, BigDecimal, Boolean, List, Map or null by
   * name.
   */
  public final Map<String, Object> toMap() {
    return fields;
  }

  /** The response that this reply was read from. An object within a reply has none. */
  public final @Nullable RawResponse response() {
    return response;
  }

  /** Shows no more than the id: fields can be personal or secret. */
  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[" + Objects.toString(fields.get("id"), "") + "]";
  }

  final @Nullable Object any(String name) {
    return fields.get(name);
  }

  /** Reads a field that a reply must have. Another kind of value is no such reply. */
  final <T> T get(String name, Function<Object, T> read) {
    Object value = fields.get(name);
    try {
      return read.apply(Objects.requireNonNull(value));
    } catch (RuntimeException error) {
      String what =
          "The field " + name + " of " + getClass().getSimpleName() + " is " + value + ".";
      RawResponse none = new RawResponse(0, Map.of(), new byte[0]);
      throw new ResponseFormatException(what, response == null ? none : response, Map.of());
    }
  }

  final <T> @Nullable T find(String name, Function<Object, T> read) {
    return fields.get(name) == null ? null : get(name, read);
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) Objects.requireNonNull(value);
  }

  static <T> List<T> list(Object value, Function<Object, T> read) {
    return ((List<?>) value).stream().<T>map(read::apply).toList();
  }

  static <T> Map<String, T> map(Object value, Function<Object, T> read) {
    Map<String, T> typed = new LinkedHashMap<>();
    object(value).forEach((key, each) -> typed.put(key, read.apply(each)));
    return typed;
  }

  /** A whole number, such as money, is exact or none. */
  static Long integer(Object value) {
    return value instanceof Long whole ? whole : ((BigDecimal) value).longValueExact();
  }
}
