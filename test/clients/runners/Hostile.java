import com.example.portableroth.*;
import java.io.*;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs the hostile cases with the Java client: `Hostile CASES`. It also uses the client's JSON reader. */
public final class Hostile {
  private final Map<String, Object> one;
  private final Map<String, Object> options;
  private final AtomicInteger attempts = new AtomicInteger();

  /** Every second case waits for futures. The others, and those that interrupt a thread, call methods that wait. */
  private final boolean isAsync;

  private static String apiKey;

  private Hostile(Map<String, Object> one) {
    this.one = one;
    this.options = object(one.get("options"));
    this.isAsync = (Long) one.get("number") % 2 == 1 && !options.containsKey("cancel_ms");
  }

  public static void main(String[] args) throws Exception {
    Map<String, Object> given = object(json("read", Files.readString(Path.of(args[0]))));
    apiKey = (String) given.get("apiKey");
    List<Object> results = new ArrayList<>();
    for (Object each : (List<?>) given.get("cases")) results.add(new Hostile(object(each)).run());
    System.out.write(((String) json("write", results)).getBytes(StandardCharsets.UTF_8));
    System.out.flush();
    System.exit(0);
  }

  /** The client's JSON reader is not public. */
  private static Object json(String name, Object value) throws Exception {
    for (Method method : Class.forName("com.example.portableroth.Json").getDeclaredMethods()) {
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

  private static int number(Object value, int otherwise) {
    return value instanceof Long number ? number.intValue() : otherwise;
  }

  private static List<Option> options(Map<String, Object> given) {
    List<Option> all = new ArrayList<>();
    object(given.get("headers")).forEach((name, value) -> all.add(Option.header(name, (String) value)));
    if (given.get("timeout_ms") instanceof Long ms) all.add(Option.timeout(Duration.ofMillis(ms)));
    if (given.get("call_timeout_ms") instanceof Long ms) all.add(Option.callTimeout(Duration.ofMillis(ms)));
    if (given.get("max_retries") instanceof Long most) all.add(Option.maxRetries(most.intValue()));
    if (given.get("max_bytes") instanceof Long most) all.add(Option.maxResponseBytes(most.intValue()));
    return all;
  }

  private String call(PlatformClient platform, AgentClient agent, List<?> ids) {
    List<CallOption> given = new ArrayList<>(options(options));
    given.add(Option.waiting(Duration.ofMillis(20), Duration.ofMillis(number(options.get("wait_ms"), 5_000))));
    if (options.get("idempotency_key") instanceof String key) given.add(Option.idempotencyKey(key));
    CallOption[] all = given.toArray(new CallOption[0]);
    String first = (String) ids.get(0);
    switch ((String) one.getOrDefault("op", "read")) {
      case "create":
        var ana = CreateDriverParams.builder().email("ana@example.com").firstName("Ana").lastName("Ng").build();
        return id(isAsync ? got(platform.drivers.createAsync(ana, all)) : platform.drivers.create(ana, all));
      case "pay":
        var pay = CreatePayoutParams.builder().driverId("drv_1").amount(500).currency("usd");
        if (options.get("body_key") instanceof String key) pay.idempotencyKey(key);
        return id(isAsync ? got(platform.payouts.createAsync(pay.build(), all)) : platform.payouts.create(pay.build(), all));
      case "start":
        var start = StartSignupParams.builder().email("a@example.com").build();
        return id(isAsync ? got(agent.signups.startAsync(start, all)) : agent.signups.start(start, all));
      case "unlink":
        String second = (String) ids.get(1);
        return id(
            isAsync
                ? got(platform.drivers.deleteBankAccountAsync(first, second, all))
                : platform.drivers.deleteBankAccount(first, second, all));
      case "pdf":
        var year = Get1099Params.builder().year(2026).build();
        byte[] pdf = isAsync ? got(platform.tax.get1099PdfAsync("drv_1", year, all)) : platform.tax.get1099Pdf("drv_1", year, all);
        return "" + pdf.length;
      case "wait":
        var wanted = List.of(PaymentStatus.COMPLETED);
        return id(
            isAsync
                ? got(platform.payouts.waitForStatusAsync("pay_1", wanted, all))
                : platform.payouts.waitForStatus("pay_1", wanted, all));
      case "list":
        Map<String, Object> query = object(one.get("query"));
        var params = ListDriversParams.builder();
        if (query.get("limit") instanceof Long limit) params.limit(limit);
        if (query.get("ending_before") instanceof String before) params.endingBefore(before);
        Page<Driver> page = isAsync ? got(platform.drivers.listAsync(params.build(), all)) : platform.drivers.list(params.build(), all);
        return String.join(",", page.stream().map(Hostile::id).toList());
      default:
        return id(isAsync ? got(platform.drivers.getAsync(first, all)) : platform.drivers.get(first, all));
    }
  }

  /** Waits as a caller of futures does. */
  private static <T> T got(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException error) {
      throw (RuntimeException) error.getCause();
    }
  }

  private static String id(Model model) {
    return String.valueOf(model.toMap().get("id"));
  }

  /** Each call gets its own object. */
  private String own(PlatformClient platform, AgentClient agent, int number) {
    String wanted = "drv_" + number;
    String id = call(platform, agent, List.of(wanted));
    if (!id.equals(wanted)) throw new IllegalStateException(wanted + " got " + id);
    return id;
  }

  private String calls(PlatformClient platform, AgentClient agent) throws Exception {
    int times = number(one.get("times"), 0);
    if (options.get("cancel_ms") instanceof Long ms) {
      Thread caller = Thread.currentThread();
      CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS).execute(caller::interrupt);
    }
    if (times == 0)
      return call(platform, agent, (List<?>) one.getOrDefault("ids", List.of("drv_1")));
    for (int i = 0; i < -times; i++) own(platform, agent, i);
    ExecutorService threads = Executors.newFixedThreadPool(200);
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      int number = i;
      all.add(threads.submit(() -> own(platform, agent, number)));
    }
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.MINUTES);
    for (Future<String> each : all) each.get();
    return "";
  }

  private Map<String, Object> run() throws Exception {
    Map<String, Object> outcome = new HashMap<>(Map.of("result", "ok", "value", "", "message", ""));
    outcome.put("number", one.get("number"));
    long started = System.nanoTime();
    int threads = Thread.activeCount();
    PlatformClient platform = null;
    AgentClient agent = null;
    String base = (String) one.get("base");
    Map<String, Object> client = object(one.get("client"));
    String key = (String) client.getOrDefault("api_key", apiKey);
    try {
      List<Option> all = options(client);
      all.add(Option.retryDelay(Duration.ofMillis(1)));
      all.add(
          Option.onAttempt(
              event -> {
                attempts.incrementAndGet();
                throw new IllegalStateException("A hook fails.");
              }));
      platform = new PlatformClient(base, key, all.toArray(new Option[0]));
      agent = new AgentClient(base, all.toArray(new Option[0]));
      if ((platform + " " + platform.drivers).contains(apiKey)) outcome.put("fault", "it shows the key");
      outcome.put("value", calls(platform, agent));
    } catch (ExecutionException error) {
      describe(outcome, error.getCause());
    } catch (RuntimeException error) {
      describe(outcome, error);
    }
    Thread.interrupted();
    outcome.put("ms", (System.nanoTime() - started) / 1_000_000);
    outcome.put("attempts", attempts.get());
    if (one.containsKey("next")) outcome.put("next", after(platform));
    if (!one.containsKey("leave")) return outcome;
    platform.close();
    agent.close();
    String open = "";
    for (int i = 0; i < 50 && !(open.equals("0") && Thread.activeCount() <= threads + 2); i++) {
      // Before Java 21, a client ends when it is collected.
      System.gc();
      Thread.sleep(100);
      try (PlatformClient other = new PlatformClient(base, key)) {
        open = other.drivers.get("open").id();
      }
    }
    // The last client asks what is open.
    outcome.put("left", Math.max(0, Thread.activeCount() - threads - 2));
    outcome.put("open", open);
    return outcome;
  }

  private static String after(PlatformClient platform) {
    try {
      platform.drivers.get("after");
      return "ok";
    } catch (RuntimeException error) {
      return error.toString();
    }
  }

  private static void describe(Map<String, Object> outcome, Throwable error) throws Exception {
    StringWriter shown = new StringWriter();
    error.printStackTrace(new PrintWriter(shown));
    String name = error.getClass().getSimpleName().replace("Exception", "Error");
    boolean isOurs = error instanceof ServiceException;
    outcome.put("result", name.equals("IllegalArgumentError") ? "ArgumentError" : name);
    outcome.put("message", isOurs || name.startsWith("Illegal") ? "" + error.getMessage() : "" + shown);
    if (error instanceof ResponseException response) {
      outcome.put("status", response.status);
      if (response.response.requestId() != null) outcome.put("request_id", response.response.requestId());
      shown.write(response.response + response.response.text());
    }
    if (shown.toString().contains(apiKey)) outcome.put("fault", "it shows the key");
    if (!isOurs) return;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(error);
    Object copy = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    if (!copy.toString().equals(error.toString())) outcome.put("fault", "it cannot be serialised");
  }
}
