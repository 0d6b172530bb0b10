package bench;

import com.example.portableroth.PlatformClient;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Compares the Java client with the bare java.net.http, by JMH: `Bench URL`. The latter reads no JSON. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
public class Bench {
  private static final int ROUNDS = 3;
  private final String url = System.getProperty("url");
  private final HttpClient bare = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private PlatformClient platform;

  @Setup
  public void open() {
    platform = new PlatformClient(url, "svc_test_none");
  }

  @TearDown
  public void close() {
    platform.close();
  }

  @Benchmark
  public Object client() {
    return platform.drivers.get("drv_1");
  }

  @Benchmark
  public Object plain() throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/v1/drivers/drv_1"));
    request.timeout(Duration.ofSeconds(30)).setHeader("authorization", "Bearer svc_test_none");
    return bare.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  public static void main(String[] args) throws Exception {
    long before = System.nanoTime();
    new PlatformClient(args[0], "svc_test_none").drivers.get("drv_1");
    double first = (System.nanoTime() - before) / 1e6;
    List<List<Double>> rounds = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) rounds.add(List.of(cpuOf("client", args[0]), cpuOf("plain", args[0])));
    System.out.print("{\"first_ms\":" + first + ",\"warm\":true,\"rounds\":" + rounds + "}");
  }

  /** Microseconds of CPU time for each call, of all threads of a process of its own. */
  private static double cpuOf(String name, String url) throws Exception {
    Options options =
        new OptionsBuilder()
            .include("Bench." + name)
            .forks(1)
            .warmupIterations(4)
            .warmupTime(TimeValue.seconds(2))
            .measurementIterations(3)
            .measurementTime(TimeValue.seconds(2))
            .addProfiler(Cpu.class.getName())
            .jvmArgsAppend("-Durl=" + url)
            .verbosity(VerboseMode.SILENT)
            .build();
    RunResult result = new Runner(options).runSingle();
    return result.getSecondaryResults().get("cpu").getScore();
  }

  /** The CPU time of the process in an iteration. */
  public static class Cpu implements InternalProfiler {
    private long start;

    @Override
    public String getDescription() {
      return "CPU time of the process for each call";
    }

    private static long cpu() {
      return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
          .getProcessCpuTime();
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
      start = cpu();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
        BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
      double micros = (cpu() - start) / 1e3 / result.getMetadata().getAllOps();
      return List.of(new ScalarResult("cpu", micros, "us", AggregationPolicy.AVG));
    }
  }
}
