import com.example.portableroth.PlatformClient;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Compares the Java client with the bare java.net.http: `Bench URL CALLS`. The latter reads no JSON. */
public final class Bench {
  public static void main(String[] args) throws Exception {
    String url = args[0];
    int calls = Integer.parseInt(args[1]);
    long before = System.nanoTime();
    PlatformClient platform = new PlatformClient(url, "svc_test_none");
    platform.drivers.get("drv_1");
    double first = (System.nanoTime() - before) / 1e6;

    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    Call bare =
        () -> {
          HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/v1/drivers/drv_1"));
          request.timeout(Duration.ofSeconds(30)).setHeader("authorization", "Bearer svc_test_none");
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        };
    List<List<Double>> rounds = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      // Both are measured in the middle of a round, because a process becomes faster with time.
      double ours = cpuOf(calls, () -> platform.drivers.get("drv_1"));
      double plain = cpuOf(calls, bare) + cpuOf(calls, bare);
      ours += cpuOf(calls, () -> platform.drivers.get("drv_1"));
      rounds.add(List.of(ours / 2, plain / 2));
    }
    System.out.print("{\"first_ms\":" + first + ",\"rounds\":" + rounds + "}");
  }

  interface Call {
    void run() throws Exception;
  }

  /** Microseconds of CPU time for each call, of all threads. */
  static double cpuOf(int calls, Call call) throws Exception {
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long start = system.getProcessCpuTime();
    for (int i = 0; i < calls; i++) call.run();
    return (system.getProcessCpuTime() - start) / 1e3 / calls;
  }
}
