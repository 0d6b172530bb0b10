import com.example.portableroth.*;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Runs the scenario with the Java client: `Scenario SCENARIO`. It also uses the client's JSON reader. */
public final class Scenario {
  private static final String LIBRARY = "com.example.portableroth.";
  private final Map<String, Object> clients = new HashMap<>();
  private final Map<String, Model> saved = new HashMap<>();
  private boolean isAsync;

  public static void main(String[] args) throws Exception {
    Map<String, Object> given = object(json("read", Files.readString(Path.of(args[0]))));
    String url = (String) given.get("baseUrl");
    String key = (String) given.get("apiKey");
    Option fast = Option.retryDelay(Duration.ofMillis(5));
    Scenario scenario = new Scenario();
    scenario.clients.put("platform", new PlatformClient(url, key, fast));
    scenario.clients.put("invalid", new PlatformClient(url, "svc_test_none", fast));
    scenario.clients.put("agent", new AgentClient(url, fast));
    List<Object> results = new ArrayList<>();
    for (Object step : (List<?>) given.get("steps")) {
      try {
        results.add(scenario.run(object(step)));
      } catch (ServiceException error) {
        results.add(Map.of("error", described(error, key)));
      }
    }
    // The usual output has the encoding of the machine.
    System.out.write(((String) json("write", results)).getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  /** The client's JSON reader is not public. */
  private static Object json(String name, Object value) throws Exception {
    for (Method method : Class.forName(LIBRARY + "Json").getDeclaredMethods()) {
      if (!method.getName().equals(name) || !method.getParameterTypes()[0].isInstance(value)) continue;
      method.setAccessible(true);
      return method.invoke(null, value);
    }
    throw new NoSuchMethodException(name);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  private Object resolve(Object value) {
    if (!(value instanceof String text) || !text.startsWith("$")) return value;
    String[] parts = text.substring(1).split("\\.");
    return saved.containsKey(parts[0]) ? saved.get(parts[0]).toMap().get(parts[1]) : "none";
  }

  private Map<String, Object> run(Map<String, Object> step) throws Exception {
    if (step.containsKey("unwrap")) {
      Map<String, Object> unwrap = object(step.get("unwrap"));
      Map<String, Object> headers = object(unwrap.get("headers"));
      byte[] body = ((String) unwrap.get("body")).getBytes("UTF-8");
      String secret = (String) unwrap.get("secret");
      WebhookEvent event = Webhooks.unwrap(body, name -> (String) headers.get(name), secret);
      check(event.data());
      return Map.of("event", event.toMap());
    }
    Object client = clients.get(step.getOrDefault("key", step.get("api")));
    Object resource = client.getClass().getField((String) step.get("resource")).get(client);
    List<Object> args = new ArrayList<>();
    for (Object value : (List<?>) step.getOrDefault("path", List.of())) args.add(resolve(value));
    String method = (String) step.get("method");
    if (step.containsKey("wait")) {
      for (Method each : resource.getClass().getMethods()) {
        if (each.getName().equals(method)) args.add(typed(each.getGenericParameterTypes()[args.size()], step.get("wait")));
      }
    } else if (!step.get("paramsType").equals("")) {
      args.add(params(Class.forName(LIBRARY + step.get("paramsType")), object(step.get("params"))));
    }
    args.add(options(object(step.get("options"))).toArray(new CallOption[0]));
    // Every second step waits for a future.
    isAsync = !isAsync;
    Object reply = call(resource, isAsync ? method + "Async" : method, args.toArray());
    if (isAsync) reply = got((CompletableFuture<?>) reply);
    if (reply instanceof byte[] bytes) return Map.of("bytes", bytes.length);
    Model model = (Model) reply;
    if (step.containsKey("iterate")) {
      long most = (Long) step.getOrDefault("take", Long.MAX_VALUE);
      List<Object> items = new ArrayList<>();
      for (Model item : (Page<?>) model) {
        check(item);
        items.add(item.toMap());
        if (items.size() == most) break;
      }
      return Map.of("items", items);
    }
    if (!(model instanceof Page)) check(model);
    if (step.containsKey("save")) saved.put((String) step.get("save"), model);
    boolean hasId = model.response().requestId() != null;
    return Map.of("reply", model.toMap(), "status", model.response().status(), "has_request_id", hasId);
  }

  private static Object got(CompletableFuture<?> future) {
    try {
      return future.join();
    } catch (CompletionException error) {
      throw (RuntimeException) error.getCause();
    }
  }

  private static Object call(Object target, String name, Object... args) throws Exception {
    for (Method method : target.getClass().getMethods()) {
      if (!method.getName().equals(name) || method.getParameterCount() != args.length) continue;
      try {
        return method.invoke(target, args);
      } catch (InvocationTargetException error) {
        if (error.getCause() instanceof RuntimeException cause) throw cause;
        throw error;
      }
    }
    throw new NoSuchMethodException(name);
  }

  /** Sets each field of a builder with the setter of its name. */
  private Object params(Class<?> type, Map<String, Object> fields) throws Exception {
    Object builder = type.getMethod("builder").invoke(null);
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      for (Method method : builder.getClass().getMethods()) {
        if (!method.getName().equals(camel(field.getKey()))) continue;
        method.invoke(builder, typed(method.getGenericParameterTypes()[0], resolve(field.getValue())));
      }
    }
    return call(builder, "build");
  }

  private Object typed(Type type, Object value) throws Exception {
    if (type instanceof ParameterizedType list && value instanceof List<?> items) {
      List<Object> typed = new ArrayList<>();
      for (Object item : items) typed.add(typed(list.getActualTypeArguments()[0], item));
      return typed;
    }
    if (value == null || !(type instanceof Class<?> wanted)) return value;
    if (Params.class.isAssignableFrom(wanted)) return params(wanted, object(value));
    if (OpenEnum.class.isAssignableFrom(wanted)) return wanted.getConstructor(String.class).newInstance(value);
    if (wanted == double.class) return ((Number) value).doubleValue();
    return wanted == Instant.class || wanted == LocalDate.class
        ? wanted.getMethod("parse", CharSequence.class).invoke(null, value)
        : value;
  }

  private static String camel(String name) {
    StringBuilder text = new StringBuilder();
    for (String word : name.split("_")) {
      text.append(text.length() == 0 ? word : word.substring(0, 1).toUpperCase() + word.substring(1));
    }
    return text.toString();
  }

  private static List<CallOption> options(Map<String, Object> given) {
    Duration wait = Duration.ofMinutes(5);
    if (given.get("wait_timeout_ms") instanceof Long ms) wait = Duration.ofMillis(ms);
    List<CallOption> options = new ArrayList<>(List.of(Option.waiting(Duration.ofMillis(25), wait)));
    object(given.get("headers")).forEach((name, value) -> options.add(Option.header(name, (String) value)));
    if (given.get("timeout_ms") instanceof Long ms) options.add(Option.timeout(Duration.ofMillis(ms)));
    if (given.get("max_retries") instanceof Long most) options.add(Option.maxRetries(most.intValue()));
    if (given.get("idempotency_key") instanceof String key) options.add(Option.idempotencyKey(key));
    return options;
  }

  /** Reads each field of the class, and compares it with the JSON. */
  private static void check(Model model) throws Exception {
    for (Method method : model.getClass().getDeclaredMethods()) {
      if (method.getParameterCount() > 0 || !java.lang.reflect.Modifier.isPublic(method.getModifiers())) continue;
      Object wanted = null;
      boolean exists = false;
      for (Map.Entry<String, Object> field : model.toMap().entrySet()) {
        if (!camel(field.getKey()).equals(method.getName().replace("_", ""))) continue;
        exists = true;
        wanted = field.getValue();
      }
      if (!exists) continue;
      Object value = plain(method.invoke(model));
      boolean isMarked = method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
      if (wanted == null && !isMarked) throw new AssertionError(method + " returns null without a mark.");
      if (wanted instanceof Number number) wanted = number.doubleValue();
      if (value instanceof Number number) value = number.doubleValue();
      if (value instanceof Instant) wanted = Instant.parse((String) wanted);
      if (!String.valueOf(value).equals(String.valueOf(wanted))) {
        throw new AssertionError(method.getName() + " is " + value + ", not " + wanted);
      }
    }
  }

  private static Object plain(Object value) throws Exception {
    if (value instanceof Model model) {
      check(model);
      return model.toMap();
    }
    if (value instanceof OpenEnum text) return text.value();
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> plain = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) plain.put(entry.getKey(), plain(entry.getValue()));
      return plain;
    }
    if (!(value instanceof List<?> items)) return value;
    List<Object> plain = new ArrayList<>();
    for (Object item : items) plain.add(plain(item));
    return plain;
  }

  private static Map<String, Object> described(ServiceException error, String key) throws Exception {
    StringWriter shown = new StringWriter();
    error.printStackTrace(new PrintWriter(shown));
    if (shown.toString().contains(key)) throw new AssertionError("An error shows the key.");
    Map<String, Object> fields = new HashMap<>();
    fields.put("class", error.getClass().getSimpleName().replace("Exception", "Error"));
    fields.put("message", error instanceof ResponseException ? error.getMessage() : "");
    if (error instanceof ResponseException response) {
      for (String name : List.of("status", "type", "code", "param")) {
        Field field = ResponseException.class.getField(name);
        fields.put(name, field.get(response));
      }
      fields.put("doc_url", response.docUrl);
      fields.put("has_request_id", response.response.requestId() != null);
    }
    return fields;
  }
}
