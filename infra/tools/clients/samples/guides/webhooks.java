import {{javaPackage}}.*;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

class Sample {
  // The endpoint's secret, which its registration returned.
  static final String SECRET = "{{secret}}";

  public static void main(String[] args) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(4000), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          try {
            WebhookEvent event =
                Webhooks.unwrap(body, exchange.getRequestHeaders()::getFirst, SECRET);
            System.out.println(event.type());
            exchange.sendResponseHeaders(204, -1);
          } catch (WebhookSignatureException error) {
            exchange.sendResponseHeaders(400, -1);
          }
          exchange.close();
        });
    server.start();
  }
}
