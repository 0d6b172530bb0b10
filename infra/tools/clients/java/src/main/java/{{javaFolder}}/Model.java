package {{javaPackage}};

import java.math.BigDecimal;
import java.util.*;
import java.util.function.Function;

/** A reply, or an object within one. It keeps fields that this version does not know. */
public abstract class Model {
  private final Map<String, Object> fields;
  RawResponse response;

  /** The constructor of a model. */
  interface Shape<T> extends Function<Map<String, Object>, T> {}

  protected Model(Map<String, Object> fields) {
    this.fields = fields;
  }

  /** All fields as JSON: String, Long, BigDecimal, Boolean, List, Map or null. */
  public final Map<String, Object> toMap() {
    return fields;
  }

  /** The response that this reply was read from. An object within a reply has none. */
  public final RawResponse response() {
    return response;
  }

  /** Shows no more than the id: fields can be personal or secret. */
  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[" + fields.get("id") + "]";
  }

  final Object any(String name) {
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

  static Long integer(Object value) {
    // Its longValue() of 1e999999999 would fill the memory.
    if (value instanceof BigDecimal large) return (long) large.doubleValue();
    return value == null ? null : ((Number) value).longValue();
  }

  static Double number(Object value) {
    return value == null ? null : ((Number) value).doubleValue();
  }

  @SuppressWarnings("unchecked")
  static <T> T read(Object value, Shape<T> read) {
    return value == null ? null : read.apply((Map<String, Object>) value);
  }
}
