package {{javaPackage}};

import static {{javaPackage}}.testing.FakeTransport.broken;
import static {{javaPackage}}.testing.FakeTransport.late;
import static {{javaPackage}}.testing.FakeTransport.lost;
import static {{javaPackage}}.testing.FakeTransport.reply;

import {{javaPackage}}.testing.FakeTransport;
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
}
