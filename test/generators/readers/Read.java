import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads sent.json with a generated client. Prints each body that the client refuses, then their number. */
public class Read {
  public static void main(String[] args) throws Exception {
    JsonArray bodies = JsonParser.parseString(Files.readString(Path.of("sent.json"))).getAsJsonArray();
    for (JsonElement element : bodies) {
      JsonObject one = element.getAsJsonObject();
      String schema = one.get("schema").getAsString();
      Class<?> model = Class.forName("org.openapitools.client.model." + schema);
      try {
        model.getMethod("fromJson", String.class).invoke(null, one.get("body").toString());
      } catch (InvocationTargetException fault) {
        String reason = String.valueOf(fault.getCause()).replace('\n', ' ');
        System.out.println(one.get("operation").getAsString() + " " + schema + " " + reason);
      }
    }
    System.out.println("read " + bodies.size());
  }
}
