import com.example.portableroth.WebhookSignatureException;
import com.example.portableroth.Webhooks;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

public class TomcatReceiver extends HttpServlet {
  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body =
        request.getPathInfo().equals("/bytes")
            ? request.getInputStream().readAllBytes()
            : text(request).getBytes(StandardCharsets.UTF_8);
    try {
      Webhooks.unwrap(body, request::getHeader, System.getenv("SECRET"));
      response.setStatus(204);
    } catch (WebhookSignatureException error) {
      response.setStatus(400);
    }
  }

  /** The text as the container decodes it. */
  static String text(HttpServletRequest request) throws IOException {
    StringWriter text = new StringWriter();
    request.getReader().transferTo(text);
    return text.toString();
  }

  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir("tomcat");
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "receiver", new TomcatReceiver());
    context.addServletMappingDecoded("/*", "receiver");
    tomcat.start();
    System.out.println(tomcat.getConnector().getLocalPort());
    tomcat.getServer().await();
  }
}
