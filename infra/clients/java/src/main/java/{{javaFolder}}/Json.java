package {{javaPackage}};

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON with Gson. Whole numbers are Long, other numbers BigDecimal. */
final class Json {
  private Json() {}

  /** Reads an object. */
  static Map<String, Object> read(String text) {
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      reader.setStrictness(Strictness.STRICT);
      // Gson would skip a byte order mark.
      boolean isObject = text.indexOf('\ufeff') != 0 && reader.peek() == JsonToken.BEGIN_OBJECT;
      Map<String, Object> fields = isObject ? object(reader) : Map.of();
      Arguments.require(isObject && reader.peek() == JsonToken.END_DOCUMENT, "It is no object.");
      return fields;
    } catch (IOException | IllegalStateException | NumberFormatException error) {
      throw new IllegalArgumentException(error);
    }
  }

  /** Reads an object from bytes, which must be UTF-8. */
  static Map<String, Object> read(byte[] bytes) {
    try {
      return read(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException error) {
      throw new IllegalArgumentException(error);
    }
  }

  private static Map<String, Object> object(JsonReader reader) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    reader.beginObject();
    while (reader.hasNext()) fields.put(reader.nextName(), value(reader));
    reader.endObject();
    return fields;
  }

  private static @Nullable Object value(JsonReader reader) throws IOException {
    switch (reader.peek()) {
      case BEGIN_OBJECT:
        return object(reader);
      case BEGIN_ARRAY:
        List<Object> items = new ArrayList<>();
        reader.beginArray();
        while (reader.hasNext()) items.add(value(reader));
        reader.endArray();
        return items;
      case STRING:
        return reader.nextString();
      case BOOLEAN:
        return reader.nextBoolean();
      case NUMBER:
        String text = reader.nextString();
        boolean isWhole = text.length() < 19 && text.chars().noneMatch(c -> c > '9' || c == '.');
        return isWhole ? (Number) Long.valueOf(text) : new BigDecimal(text);
      default:
        reader.nextNull();
        return null;
    }
  }

  /** Writes a value. Half a surrogate pair has no bytes in UTF-8. */
  static String write(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonWriter writer = new JsonWriter(text)) {
      write(writer, value);
    } catch (IOException error) {
      throw new IllegalArgumentException(error);
    }
    return Arguments.wellFormed(text.toString());
  }

  private static void write(JsonWriter to, @Nullable Object value) throws IOException {
    if (value instanceof Params params) write(to, params.fields);
    else if (value instanceof Map<?, ?> map) {
      to.beginObject();
      for (Map.Entry<?, ?> field : map.entrySet())
        write(to.name("" + field.getKey()), field.getValue());
      to.endObject();
    } else if (value instanceof Collection<?> items) {
      to.beginArray();
      for (Object item : items) write(to, item);
      to.endArray();
    } else if (value instanceof Number number) to.value(number);
    else if (value instanceof Boolean flag) to.value(flag);
    else if (value == null) to.nullValue();
    else to.value(value.toString());
  }
}
