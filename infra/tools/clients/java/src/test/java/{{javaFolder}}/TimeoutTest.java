package {{javaPackage}};

import static {{javaPackage}}.RuntimeTest.client;
import static {{javaPackage}}.RuntimeTest.fails;
import static {{javaPackage}}.RuntimeTest.same;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Tests that no attempt outlives its timeout, wherever the service stalls. */
final class TimeoutTest {
  private static final String HALF =
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"id\":";

  private TimeoutTest() {}

  static void run() throws Exception {
    separatesTimeouts();
    endsWithinABody();
    endsWhenItsThreadIsInterrupted();
  }

  static void separatesTimeouts() {
    Option once = Option.maxRetries(0);
    PlatformClient late = client(new RuntimeTest.Server(new HttpTimeoutException("late")));
    same(true, fails(NetworkException.class, () -> late.drivers.get("drv_1", once)).isTimeout);
    PlatformClient broken = client(new RuntimeTest.Server(new IOException("reset")));
    same(false, fails(NetworkException.class, () -> broken.drivers.get("drv_1", once)).isTimeout);
  }

  /** A client without a limit would never end. It must not keep the program alive. */
  static void startDaemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  /** A server that sends headers and half a body, and then waits until the client hangs up. */
  static final class Stalled implements AutoCloseable {
    final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    final CompletableFuture<Void> isSent = new CompletableFuture<>();
    final CompletableFuture<Void> isLeft = new CompletableFuture<>();

    Stalled() throws IOException {
      startDaemon(this::serve);
    }

    private void serve() {
      try (Socket peer = socket.accept()) {
        peer.getOutputStream().write(HALF.getBytes(StandardCharsets.UTF_8));
        isSent.complete(null);
        while (peer.getInputStream().read() >= 0) {}
      } catch (IOException reset) {
        // The client is gone.
      }
      isLeft.complete(null);
    }

    /** Makes one attempt, in a thread of its own. */
    CompletableFuture<NetworkException> call(Duration timeout, CompletableFuture<Thread> caller) {
      String url = "http://127.0.0.1:" + socket.getLocalPort();
      Option[] options = {Option.timeout(timeout), Option.maxRetries(0)};
      PlatformClient client = new PlatformClient(url, "svc_test_none", options);
      return CompletableFuture.supplyAsync(
          () -> {
            caller.complete(Thread.currentThread());
            NetworkException error =
                fails(NetworkException.class, () -> client.drivers.get("drv_1"));
            same(error.getCause() instanceof InterruptedException, Thread.interrupted());
            return error;
          },
          TimeoutTest::startDaemon);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  static void endsWithinABody() throws Exception {
    try (Stalled server = new Stalled()) {
      NetworkException error =
          server.call(Duration.ofMillis(300), new CompletableFuture<>()).get(10, TimeUnit.SECONDS);
      same(true, error.isTimeout);
      same("GET /v1/drivers/drv_1: no response in time", error.getMessage());
      server.isLeft.get(10, TimeUnit.SECONDS);
    }
  }

  static void endsWhenItsThreadIsInterrupted() throws Exception {
    try (Stalled server = new Stalled()) {
      CompletableFuture<Thread> caller = new CompletableFuture<>();
      CompletableFuture<NetworkException> call = server.call(Duration.ofMinutes(1), caller);
      server.isSent.get(10, TimeUnit.SECONDS);
      caller.get().interrupt();
      NetworkException error = call.get(10, TimeUnit.SECONDS);
      same(false, error.isTimeout);
      same("The call was interrupted.", error.getMessage());
      server.isLeft.get(10, TimeUnit.SECONDS);
    }
  }
}
