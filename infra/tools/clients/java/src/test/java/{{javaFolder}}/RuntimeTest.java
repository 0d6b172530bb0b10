package {{javaPackage}};

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Tests of the hand-written parts, without a framework: `java RuntimeTest`. */
final class RuntimeTest {
  static final String KEY = "svc_test_unguessable";
  static final String DRIVER = "{\"id\":\"drv_1\",\"brand_new\":1}";

  /** An HTTP client that returns these answers in turn: a RawResponse or an IOException. */
  static final class Server implements HttpSender {
    final Deque<Object> answers = new ArrayDeque<>();
    final List<HttpRequest> sent = new ArrayList<>();
    final List<Long> at = new ArrayList<>();

    Server(Object... answers) {
      this.answers.addAll(List.of(answers));
    }

    @Override
    public RawResponse send(HttpRequest request) throws IOException {
      sent.add(request);
      at.add(System.nanoTime());
      Object answer = answers.size() > 1 ? answers.pop() : answers.peek();
      if (answer instanceof IOException error) throw error;
      return (RawResponse) answer;
    }
  }

  static PlatformClient client(Server server) {
    Option fast = Option.retryDelay(Duration.ofMillis(2));
    return new PlatformClient("https://api.example.com/", KEY, Option.httpClient(server), fast);
  }

  static RawResponse answer(int status, String body, String... header) {
    Map<String, String> headers = new HashMap<>(Map.of("x-request-id", "req_1"));
    if (header.length > 0) headers.put(header[0], header[1]);
    return new RawResponse(status, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  static void same(Object wanted, Object found) {
    if (!wanted.equals(found)) throw new AssertionError("wanted " + wanted + ", found " + found);
  }

  interface Call {
    void run() throws Exception;
  }

  static <E extends Exception> E fails(Class<E> type, Call call) {
    try {
      call.run();
    } catch (Exception error) {
      if (type.isInstance(error)) return type.cast(error);
      throw new AssertionError(error);
    }
    throw new AssertionError("no " + type.getSimpleName());
  }

  static String key(HttpRequest request) {
    return request.headers().firstValue("idempotency-key").orElse("");
  }

  public static void main(String[] args) throws Exception {
    readsAndWritesJson();
    sendsQueriesAndReadsReplies();
    keepsOneKeyForACall();
    hidesTheKey();
    verifiesWebhooks();
    PagingTest.run();
    RetryTest.run();
    TimeoutTest.run();
    System.out.println("15 tests passed");
  }

  static void readsAndWritesJson() {
    String text =
        "{\"a\":[1,-2.50,true,null,\"x\\\"\\\\\\n\\u00e9\\ud83d\\ude97\"], \"b\" : {} ,\"c\":[]}";
    Map<String, Object> read = Json.read(text);
    same("[1, -2.50, true, null, x\"\\\né\ud83d\ude97]", read.get("a").toString());
    same(read.toString(), Json.read(Json.write(read)).toString());
    same("{\"t\":\"\\u000a\\u0022\"}", Json.write(Map.of("t", "\n\"")));
    for (String wrong : List.of("", "{", "[1", "{\"a\"", "{a:1}", "<html>", "\"x"))
      fails(RuntimeException.class, () -> Json.read(wrong));
  }

  static void sendsQueriesAndReadsReplies() {
    Server server = new Server(answer(200, "{\"data\":[],\"has_more\":false}"));
    client(server).payouts.list(new ListPayoutsParams().limit(2L).status("a b"));
    same(
        "https://api.example.com/v1/payments?limit=2&status=a+b",
        server.sent.get(0).uri().toString());
    Driver driver = client(new Server(answer(200, DRIVER))).drivers.get("drv_1");
    same(
        "drv_1 1 req_1",
        driver.id() + " " + driver.toMap().get("brand_new") + " " + driver.response().requestId());
    same("Driver[drv_1]", driver.toString());
    fails(IllegalArgumentException.class, () -> new PlatformClient("http://api.example.com", KEY));
    fails(
        IllegalArgumentException.class,
        () -> new PlatformClient("http://localhost.example.com", KEY));
    new PlatformClient("http://localhost:3000", KEY);
  }

  static void keepsOneKeyForACall() {
    Server server =
        new Server(answer(429, "{}", "retry-after", "0"), new IOException(), answer(200, DRIVER));
    client(server).drivers.create(new CreateDriverParams());
    client(server).drivers.create(new CreateDriverParams());
    List<String> keys = server.sent.stream().map(RuntimeTest::key).toList();
    same(4, keys.size());
    same(true, keys.get(0).equals(keys.get(1)) && keys.get(1).equals(keys.get(2)));
    same(false, keys.get(2).equals(keys.get(3)));
    client(server).drivers.create(new CreateDriverParams(), Option.idempotencyKey("shift-1"));
    same("shift-1", key(server.sent.get(4)));
  }

  static void hidesTheKey() {
    PlatformClient client =
        client(new Server(answer(400, "{\"error\":{\"type\":\"x\",\"code\":\"y\"}}")));
    ResponseException error = fails(ResponseException.class, () -> client.drivers.get("drv_1"));
    same("x y req_1", error.type + " " + error.code + " " + error.response.requestId());
    same(false, (client + " " + client.drivers + " " + error + " " + error.response).contains(KEY));
  }

  static byte[] mac(byte[] key, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  static void verifiesWebhooks() throws Exception {
    byte[] key = new byte[32];
    String secret = "whsec_" + Base64.getEncoder().encodeToString(key);
    String body = "{\"id\":\"evt_1\",\"type\":\"driver.created\",\"data\":{\"id\":\"drv_1\"}}";
    Map<String, String> headers = new HashMap<>();
    headers.put("webhook-id", "evt_1");
    headers.put("webhook-timestamp", "1000");
    headers.put(
        "webhook-signature",
        "v1," + Base64.getEncoder().encodeToString(mac(key, "evt_1.1000." + body)));
    headers.put(
        "x-service-signature", "sha256=" + HexFormat.of().formatHex(mac(secret.getBytes(), body)));
    byte[] raw = body.getBytes(StandardCharsets.UTF_8);
    Instant at = Instant.ofEpochSecond(1000);
    WebhookEvent event = Webhooks.unwrapAt(at, raw, headers::get, secret);
    same("drv_1", ((DriverCreatedData) event.data()).id());
    Class<WebhookSignatureException> refused = WebhookSignatureException.class;
    fails(refused, () -> Webhooks.unwrapAt(at, (body + " ").getBytes(), headers::get, secret));
    fails(refused, () -> Webhooks.unwrapAt(at.plusSeconds(301), raw, headers::get, secret));
    fails(refused, () -> Webhooks.unwrapAt(at.minusSeconds(301), raw, headers::get, secret));
    fails(refused, () -> Webhooks.unwrapAt(at, raw, name -> null, secret));
    fails(refused, () -> Webhooks.unwrapAt(at, raw, headers::get));
    fails(refused, () -> Webhooks.unwrapAt(at, null, headers::get, secret));
    fails(refused, () -> Webhooks.unwrapAt(at, raw, null, secret));
    fails(refused, () -> Webhooks.unwrapAt(at, raw, headers::get, (String) null));
    fails(refused, () -> Webhooks.unwrapAt(at, raw, headers::get, (String[]) null));
    headers.put("x-service-signature", "sha256=00");
    fails(refused, () -> Webhooks.unwrapAt(at, raw, headers::get, secret));
  }
}
