package {{javaPackage}};

import static {{javaPackage}}.testing.FakeTransport.broken;
import static {{javaPackage}}.testing.FakeTransport.late;
import static {{javaPackage}}.testing.FakeTransport.lost;
import static {{javaPackage}}.testing.FakeTransport.reply;

import {{javaPackage}}.testing.FakeTransport;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests of the hand-written parts. */
final class RuntimeTest {
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

  @Test
  void readsAndWritesJson() {
    String text =
        "{\"a\":[1,-2.50,true,null,\"x\\\"\\\\\\n\\u00e9\\ud83d\\ude97\"], \"b\" : {} ,\"c\":[]}";
    Map<String, Object> read = Json.read(text);
    same("[1, -2.50, true, null, x\"\\\né\ud83d\ude97]", read.get("a").toString());
    same(read.toString(), Json.read(Json.write(read) + " \n").toString());
    same("{\"t\":\"\\u000a\\u0022\"}", Json.write(Map.of("t", "\n\"")));
    same(
        100_000,
        ((String) Json.read(("{\"t\":\"" + "é\\n".repeat(50_000) + "\"}")).get("t")).length());
    List<String> wrong =
        List.of(
            "", "{", "{}}", "[1]", "{\"a\"", "{a:1}", "<html>", "\"x", "{\"a\":1,}", "{\"a\":01}");
    for (String each : wrong) fails(IllegalArgumentException.class, () -> Json.read(each));
    for (String each :
        List.of("{\"a\":}", "{\"a\":[,]}", "{\"a\":\"\\x\"}", "{\"a\":\"\n\"}", "{}\u2003"))
      fails(IllegalArgumentException.class, () -> Json.read(each));
  }

  @Test
  void signsAndVerifiesWebhooks() {
    String secret = WebhookSigner.newSecret();
    String body = "{\"id\":\"evt_1\",\"type\":\"driver.created\",\"data\":{\"id\":\"drv_1\"}}";
    byte[] raw = body.getBytes(StandardCharsets.UTF_8);
    Instant now = Instant.now();
    Map<String, String> headers = WebhookSigner.sign("evt_1", now, raw, secret);
    WebhookEvent event = Webhooks.unwrap(raw, headers::get, secret);
    same("drv_1", ((DriverCreatedData) event.data()).id());
    Class<WebhookSignatureException> refused = WebhookSignatureException.class;
    fails(refused, () -> Webhooks.unwrap((body + " ").getBytes(), headers::get, secret));
    for (int seconds : List.of(-305, 305)) {
      var other = WebhookSigner.sign("evt_1", now.plusSeconds(seconds), raw, secret);
      fails(refused, () -> Webhooks.unwrap(raw, other::get, secret));
    }
    fails(refused, () -> Webhooks.unwrap(raw, name -> null, secret));
    fails(refused, () -> Webhooks.unwrap(raw, headers::get));
    fails(refused, () -> Webhooks.unwrap(raw, headers::get, WebhookSigner.newSecret()));
    fails(refused, () -> Webhooks.unwrap(null, headers::get, secret));
    fails(refused, () -> Webhooks.unwrap(raw, null, secret));
    fails(refused, () -> Webhooks.unwrap(raw, headers::get, (String) null));
    fails(refused, () -> Webhooks.unwrap(raw, headers::get, (String[]) null));
    headers.put("x-service-signature", "sha256=00");
    fails(refused, () -> Webhooks.unwrap(raw, headers::get, secret));
  }

  @Test
  void checksRequests() {
    Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
    var error = fails(wrong, () -> CreatePayoutParams.builder().amount(500).build());
    same("CreatePayoutParams needs driver_id, currency.", error.getMessage());
    error = fails(wrong, () -> CreatePayoutParams.builder().driverId(null));
    same("driver_id must not be null.", error.getMessage());
    same("{\"phone\":null}", Json.write(UpdateDriverParams.builder().phone(null).build()));
    same(
        "{\"miles\":1.5,\"date\":\"2026-02-28\"}",
        Json.write(LogMileageParams.builder().miles(1.5).date(LocalDate.of(2026, 2, 28)).build()));
    fails(
        wrong,
        () -> Json.write(LogMileageParams.builder().miles(Double.NaN).date(LocalDate.MIN).build()));
    // What was built does not change with its builder.
    var builder = UpdateDriverParams.builder().lastName("Ng");
    UpdateDriverParams built = builder.build();
    builder.firstName("Ana");
    same("{\"last_name\":\"Ng\"}", Json.write(built));
  }

  @Test
  void keepsUnknownValues() {
    String text =
        "{\"id\":\"pay_1\",\"status\":\"teleported\",\"created_at\":\"2026-11-21T09:30:00.120Z\"}";
    Payment payout = client(reply(200, text)).payouts.get("pay_1");
    same(new PaymentStatus("teleported"), payout.status());
    same(PaymentStatus.Known.UNKNOWN, payout.status().known());
    same(PaymentStatus.Known.FAILED, PaymentStatus.FAILED.known());
    same(Instant.parse("2026-11-21T09:30:00.12Z"), payout.createdAt());
    same("2026-11-21T09:30:00.120Z", payout.toMap().get("created_at"));
  }

  static final CreatePayoutParams PAY =
      CreatePayoutParams.builder().driverId("drv_1").amount(12_500).currency("usd").build();

  static FakeTransport fake;

  static PlatformClient client(FakeTransport.Answer... script) {
    fake = new FakeTransport(script);
    Option[] options = {Option.httpClient(fake), Option.retryDelay(Duration.ofMillis(1))};
    return new PlatformClient("https://test.invalid", "svc_test_1", options);
  }

  /** The error of a future, which ends within a second. */
  static Throwable errorOf(CompletableFuture<?> future) throws Exception {
    return future.handle((value, error) -> error).get(1, TimeUnit.SECONDS);
  }

  static String pending(String status) {
    return "{\"id\":\"pay_1\",\"status\":\"" + status + "\"}";
  }

  @Test
  void retriesAndCancels() throws Exception {
    FakeTransport.Answer paid = reply(201, pending("pending"));
    for (Function<PlatformClient, Payment> call :
        List.<Function<PlatformClient, Payment>>of(
            each -> each.payouts.create(PAY), each -> each.payouts.createAsync(PAY).join())) {
      same("pay_1", call.apply(client(broken(), lost(paid))).id());
      same(3, fake.requests().size());
      same(1, fake.effects());
      same(1L, fake.requests().stream().map(each -> each.idempotencyKey()).distinct().count());
    }
    // A wrong argument is thrown at once. A cancel ends an attempt and the wait for another.
    fails(IllegalArgumentException.class, () -> client().drivers.getAsync(".."));
    FakeTransport.Answer busy = new FakeTransport.Answer(503, "{}", Map.of("retry-after", "1"), "");
    for (FakeTransport.Answer first : List.of(late(), busy)) {
      CompletableFuture<Payment> canceled = client(first, paid).payouts.createAsync(PAY);
      same(false, canceled.isDone());
      canceled.cancel(true);
      fails(CancellationException.class, canceled::join);
      Thread.sleep(first == busy ? 1_200 : 0);
      same(1, fake.requests().size());
    }
    Throwable slow =
        errorOf(
            client(late())
                .payouts
                .createAsync(PAY, Option.timeout(Duration.ofMillis(20)), Option.maxRetries(0)));
    same(TimeoutException.class, slow.getClass());
    // The stack of a call that waits starts in the caller.
    var missing =
        fails(NotFoundException.class, () -> client(reply(404, "{}")).payouts.get("pay_1"));
    same(true, Arrays.toString(missing.getStackTrace()).contains("retriesAndCancels"));
    var wait = Option.waiting(Duration.ofMillis(5), Duration.ofSeconds(1));
    var done = List.of(PaymentStatus.COMPLETED);
    FakeTransport.Answer early = reply(200, pending("pending"));
    var waiting = client(early, reply(200, pending("completed"))).payouts;
    same(PaymentStatus.COMPLETED, waiting.waitForStatusAsync("pay_1", done, wait).join().status());
    var failed = client(early, reply(200, pending("failed"))).payouts;
    same(
        FinalStatusException.class,
        errorOf(failed.waitForStatusAsync("pay_1", done, wait)).getClass());
  }

  static FakeTransport.Answer page(boolean hasMore, String... ids) {
    List<Map<String, String>> data = Arrays.stream(ids).map(id -> Map.of("id", id)).toList();
    return reply(200, Json.write(Map.of("data", data, "has_more", hasMore, "total_count", 3)));
  }

  @Test
  void walksThroughPages() {
    ListDriversParams two = ListDriversParams.builder().limit(2).build();
    PlatformClient client = client(page(true, "a", "b"), page(false, "c"));
    Page<Driver> last = client.drivers.listAsync(two).thenCompose(Page::nextAsync).join();
    same(List.of("c"), last.data().stream().map(Driver::id).toList());
    same("limit=2&starting_after=b", fake.requests().get(1).url().getQuery());
    ListDriversParams before = ListDriversParams.builder().endingBefore("c").build();
    Page<Driver> reversed = client(page(false, "a", "b")).drivers.list(before);
    same(List.of("b", "a"), reversed.stream().map(Driver::id).toList());
    same(List.of("a", "b"), reversed.data().stream().map(Driver::id).toList());
    same(true, reversed.nextAsync().join() == null);
    Page<Driver> all = client(page(true, "a", "b"), page(false, "c")).drivers.list(two);
    same(List.of("a", "b", "c"), all.stream().map(Driver::id).toList());
  }
}
