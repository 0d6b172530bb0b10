package {{javaPackage}};

import java.util.*;
import org.jspecify.annotations.Nullable;

/** The fields of a request. A field that is not set is not sent. */
public abstract class Params {
  static final Params NONE = new Params(Map.of()) {};

  final Map<String, @Nullable Object> fields;

  Params(Map<String, @Nullable Object> fields, String... required) {
    List<String> missing = new ArrayList<>(List.of(required));
    missing.removeAll(fields.keySet());
    String names = String.join(", ", missing);
    Arguments.require(missing.isEmpty(), getClass().getSimpleName() + " needs " + names + ".");
    this.fields = new LinkedHashMap<>(fields);
  }

  /** A value that must not be null. */
  static <T> T given(String name, T value) {
    Arguments.require(value != null, name + " must not be null.");
    return value;
  }

  /** A copy with one more field. */
  Params with(String name, Object value) {
    Params copy = new Params(fields) {};
    copy.fields.put(name, value);
    return copy;
  }
}
