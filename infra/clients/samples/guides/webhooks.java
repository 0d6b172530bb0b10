import {{javaPackage}}.*;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

class Sample {
  // The endpoint's secret, which its registration returned.
  static final String SECRET = "{{secret}}";

  // The last sequence of each payout. Keep it in your database, beside the payout.
  static final Map<String, Long> APPLIED = new HashMap<>();

  // Is the event older than one about the same payout that was applied?
  static synchronized boolean isStale(WebhookEvent event) {
    if (!event.type().startsWith("payment.")) return false;
    Map<String, Object> payout = event.data().toMap();
    String id = (String) payout.get("id");
    Long sequence = (Long) payout.get("sequence");
    if (sequence <= APPLIED.getOrDefault(id, 0L)) return true;
    APPLIED.put(id, sequence);
    return false;
  }

  public static void main(String[] args) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(4000), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          try {
            WebhookEvent event =
                Webhooks.unwrap(body, exchange.getRequestHeaders()::getFirst, SECRET);
            System.out.println(isStale(event) ? "stale" : event.type());
            exchange.sendResponseHeaders(204, -1);
          } catch (WebhookSignatureException error) {
            exchange.sendResponseHeaders(400, -1);
          }
          exchange.close();
        });
    server.start();
  }
}
