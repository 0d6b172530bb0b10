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
   * All fields as JSON: texts of instants and days, and fields that this version does not know.
   *
   * @return String, Long, BigDecimal, Boolean, List, Map or null by name
   */
  public final Map<String, Object> toMap() {
    return fields;
  }

  /**
   * The response that this reply was read from.
   *
   * @return the response, or null for an object within a reply
   */
  public final @Nullable RawResponse response() {
    return response;
  }

  /** Shows no more than the id: fields can be personal or secret. */
  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[" + fields.get("id") + "]";
  }

  final @Nullable Object any(String name) {
    return fields.get(name);
  }

  final <T> List<T> list(String name, Function<Object, T> read) {
    if (!(fields.get(name) instanceof List<?> items)) return null;
    return items.stream().<T>map(read::apply).toList();
  }

  final <T> Map<String, T> map(String name, Function<Object, T> read) {
    if (!(fields.get(name) instanceof Map<?, ?> values)) return null;
    Map<String, T> typed = new LinkedHashMap<>();
    values.forEach((key, value) -> typed.put((String) key, read.apply(value)));
    return typed;
  }

  static Long integer(Number value) {
    // Its longValue() of 1e999999999 would fill the memory.
    return value instanceof BigDecimal large ? (long) large.doubleValue() : value.longValue();
  }

  /** Reads a value of the JSON type that `read` takes. */
  @SuppressWarnings("unchecked")
  static <J, T> T read(Object value, Function<J, T> read) {
    return value == null ? null : read.apply((J) value);
  }
}
