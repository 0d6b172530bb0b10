import com.example.portableroth.*;
import com.google.gson.*;
import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Takes a line of JSON for each call of the Java client, and prints one. */
public final class Shim {
  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls()
          .disableHtmlEscaping()
          .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
          .create();

  private static final PrintStream OUT = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  /** A client, and the threads that wait for its calls. */
  private record Opened(AutoCloseable of, AtomicInteger attempts, Set<Thread> callers) {}

  private static final Map<String, Opened> OPENED = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Map<String, Object> given = object(GSON.fromJson(line, Map.class));
      if (given.get("operation").equals("call")) new Thread(() -> answer(given)).start();
      else answer(given);
    }
    System.exit(0);
  }

  private static void answer(Map<String, Object> given) {
    Map<String, Object> result = new HashMap<>(Map.of("number", given.get("number")));
    try {
      result.put("ok", operate(given));
    } catch (Throwable error) {
      result.put("error", described(error instanceof InvocationTargetException call ? call.getCause() : error));
    }
    Opened opened = OPENED.get(String.valueOf(given.get("client")));
    if (opened != null) result.put("attempts", opened.attempts.get());
    synchronized (OUT) {
      OUT.println(GSON.toJson(result));
    }
  }

  private static Map<String, Object> operate(Map<String, Object> given) throws Exception {
    Opened opened = OPENED.get(String.valueOf(given.get("client")));
    switch ((String) given.get("operation")) {
      case "client":
        return open(given);
      case "call":
        opened.callers.add(Thread.currentThread());
        try {
          return call(opened.of, given);
        } finally {
          opened.callers.remove(Thread.currentThread());
        }
      case "cancel":
        opened.callers.forEach(Thread::interrupt);
        return Map.of();
      case "close":
        opened.of.close();
        return Map.of();
      case "state":
        // Before Java 21, a client ends when it is collected.
        System.gc();
        return Map.of("tasks", Thread.activeCount());
      case "unwrap":
        Map<String, Object> headers = object(given.get("headers"));
        String[] secrets = ((List<?>) given.get("secrets")).toArray(new String[0]);
        byte[] body = ((String) given.get("body")).getBytes(StandardCharsets.UTF_8);
        WebhookEvent event = Webhooks.unwrap(body, name -> (String) headers.get(name), secrets);
        return Map.of("event", event.toMap(), "typed", Map.of("data", plain(event.data())));
      default:
        String receipt = (String) given.get("receipt"), keys = (String) given.get("keys");
        return Receipts.verify(receipt, keys, (String) given.get("issuer"), (String) given.get("text"));
    }
  }

  private static Map<String, Object> open(Map<String, Object> given) {
    Map<String, Object> settings = object(given.get("settings"));
    AtomicInteger attempts = new AtomicInteger();
    List<Option> all = options(settings);
    all.add(
        Option.onAttempt(
            event -> {
              attempts.incrementAndGet();
              throw new IllegalStateException("A hook fails.");
            }));
    String base = (String) settings.get("base"), key = (String) settings.get("key");
    Option[] options = all.toArray(new Option[0]);
    AutoCloseable client =
        given.get("api").equals("agent") ? new AgentClient(base, options) : new PlatformClient(base, key, options);
    OPENED.put((String) given.get("client"), new Opened(client, attempts, ConcurrentHashMap.newKeySet()));
    return Map.of("shown", client.toString());
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(@Nullable Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  private static List<Option> options(Map<String, Object> given) {
    List<Option> all = new ArrayList<>();
    object(given.get("headers")).forEach((name, value) -> all.add(Option.header(name, (String) value)));
    if (given.get("timeout_ms") instanceof Long ms) all.add(Option.timeout(Duration.ofMillis(ms)));
    if (given.get("call_timeout_ms") instanceof Long ms) all.add(Option.callTimeout(Duration.ofMillis(ms)));
    if (given.get("retry_delay_ms") instanceof Long ms) all.add(Option.retryDelay(Duration.ofMillis(ms)));
    if (given.get("max_retries") instanceof Long most) all.add(Option.maxRetries(most.intValue()));
    if (given.get("max_bytes") instanceof Long most) all.add(Option.maxResponseBytes(most.intValue()));
    return all;
  }

  private static Map<String, Object> call(Object client, Map<String, Object> given) throws Exception {
    Object resource = client.getClass().getField((String) given.get("resource")).get(client);
    boolean isFollowed = ((String) given.get("method")).startsWith("follow");
    String name = given.get("method") + (given.get("async") == Boolean.TRUE && !isFollowed ? "Async" : "");
    Map<String, Object> options = object(given.get("options"));
    List<CallOption> all = new ArrayList<>(options(options));
    if (options.get("idempotency_key") instanceof String key) all.add(Option.idempotencyKey(key));
    if (options.get("dry_run") == Boolean.TRUE) all.add(Option.dryRun());
    if (options.get("interval_ms") instanceof Long ms)
      all.add(Option.waiting(Duration.ofMillis(ms), Duration.ofMillis((Long) options.get("wait_ms"))));
    Iterator<?> path = ((List<?>) given.getOrDefault("path", List.of())).iterator();
    for (Method method : resource.getClass().getMethods()) {
      if (!method.getName().equals(name)) continue;
      List<Object> args = new ArrayList<>();
      for (Type type : method.getGenericParameterTypes()) {
        if (type == String.class) args.add(path.next());
        else if (type == CallOption[].class) args.add(all.toArray(new CallOption[0]));
        else args.add(typed(type, given.containsKey("wait") ? given.get("wait") : object(given.get("params"))));
      }
      Object reply = method.invoke(resource, args.toArray());
      if (reply instanceof CompletableFuture<?> future) reply = got(future);
      return shown(reply, given);
    }
    throw new NoSuchMethodException(name);
  }

  private static Map<String, Object> shown(Object reply, Map<String, Object> given) throws Exception {
    if (reply instanceof byte[] bytes) return Map.of("bytes", bytes.length);
    if (given.get("iterate") instanceof Long most) {
      List<Object> items = new ArrayList<>();
      for (Object item : (Iterable<?>) reply)
        if (items.add(((Model) item).toMap()) && items.size() == most) break;
      return Map.of("items", items);
    }
    Model model = (Model) reply;
    Map<String, Object> result = new HashMap<>(Map.of("reply", model.toMap(), "status", model.response().status()));
    if (!(model instanceof Page)) result.put("typed", plain(model));
    result.put("printed", model.toString());
    result.put("request_id", model.response().requestId());
    return result;
  }

  /** Waits as a caller of futures does. */
  private static Object got(CompletableFuture<?> future) throws Exception {
    try {
      return future.get();
    } catch (ExecutionException error) {
      throw (Exception) error.getCause();
    }
  }

  /** Sets each field of a builder with the setter of its name. */
  private static Object params(Class<?> type, Map<String, Object> fields) throws Exception {
    Object builder = type.getMethod("builder").invoke(null);
    for (Map.Entry<String, Object> field : fields.entrySet())
      for (Method method : builder.getClass().getMethods())
        if (method.getName().equals(camel(field.getKey())))
          method.invoke(builder, typed(method.getGenericParameterTypes()[0], field.getValue()));
    return builder.getClass().getMethod("build").invoke(builder);
  }

  private static Object typed(Type type, Object value) throws Exception {
    if (type instanceof ParameterizedType list && value instanceof List<?> items) {
      List<Object> typed = new ArrayList<>();
      for (Object item : items) typed.add(typed(list.getActualTypeArguments()[0], item));
      return typed;
    }
    if (value == null || !(type instanceof Class<?> wanted)) return value;
    if (Params.class.isAssignableFrom(wanted)) return params(wanted, object(value));
    if (OpenEnum.class.isAssignableFrom(wanted)) return wanted.getConstructor(String.class).newInstance(value);
    if (value.equals("$NaN")) return Double.NaN;
    if (wanted == double.class) return ((Number) value).doubleValue();
    return wanted == Instant.class || wanted == LocalDate.class
        ? wanted.getMethod("parse", CharSequence.class).invoke(null, value)
        : value;
  }

  private static String camel(String name) {
    StringBuilder text = new StringBuilder();
    for (String word : name.split("_"))
      text.append(text.length() == 0 ? word : word.substring(0, 1).toUpperCase() + word.substring(1));
    return text.toString();
  }

  /** The fields of a reply's class, as JSON. */
  private static Object plain(Object value) throws Exception {
    if (value instanceof OpenEnum text) return text.value();
    if (value instanceof Instant || value instanceof LocalDate) return value.toString();
    if (value instanceof Model model) {
      Map<String, Object> fields = new HashMap<>();
      for (Map.Entry<String, Object> field : model.toMap().entrySet())
        for (Method method : model.getClass().getDeclaredMethods()) {
          boolean isField = method.getName().replace("_", "").equals(camel(field.getKey()));
          if (!isField || method.getParameterCount() > 0 || !Modifier.isPublic(method.getModifiers())) continue;
          Object typed = plain(method.invoke(model));
          boolean isMarked = method.getAnnotatedReturnType().isAnnotationPresent(Nullable.class);
          if (typed == null && !isMarked) throw new AssertionError(method + " returns null without a mark.");
          fields.put(field.getKey(), typed);
        }
      return fields;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> plain = new HashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) plain.put(entry.getKey(), plain(entry.getValue()));
      return plain;
    }
    if (!(value instanceof List<?> items)) return value;
    List<Object> plain = new ArrayList<>();
    for (Object item : items) plain.add(plain(item));
    return plain;
  }

  private static Map<String, Object> described(Throwable error) {
    StringWriter shown = new StringWriter();
    error.printStackTrace(new PrintWriter(shown));
    Map<String, Object> fields = new HashMap<>();
    boolean isTyped = error instanceof ServiceException || error instanceof IllegalArgumentException;
    String name = error.getClass().getSimpleName();
    fields.put("class", isTyped ? name : "Untyped");
    fields.put("message", isTyped ? "" + error.getMessage() : "" + shown);
    fields.put("text", error.toString());
    if (error instanceof ResponseException response) {
      fields.putAll(Map.of("status", response.status, "type", response.type, "code", response.code));
      fields.put("message", response.detail);
      fields.put("param", response.param);
      fields.put("doc_url", response.docUrl);
      fields.put("request_id", response.response.requestId());
      shown.write(response.response + response.response.text());
    }
    fields.put("shown", shown.toString());
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new ObjectOutputStream(bytes).writeObject(error);
      Object copy = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
      if (!copy.toString().equals(error.toString())) fields.put("fault", "it cannot be serialised");
    } catch (IOException | ClassNotFoundException failure) {
      fields.put("fault", failure.toString());
    }
    return fields;
  }
}
