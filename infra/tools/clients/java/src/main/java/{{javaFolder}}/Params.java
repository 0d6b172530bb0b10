package {{javaPackage}};

import java.util.*;

/** The fields of a request. A field that is not set is not sent. */
public abstract class Params {
  final Map<String, Object> fields = new LinkedHashMap<>();

  /** A copy with one more field. */
  static Params with(Params params, String name, Object value) {
    Params copy = new Params() {};
    if (params != null) copy.fields.putAll(params.fields);
    copy.fields.put(name, value);
    return copy;
  }
}
