package {{javaPackage}};

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Tests of the hand-written parts, without a framework: `java RuntimeTest`. */
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

  public static void main(String[] args) throws Exception {
    readsAndWritesJson();
    verifiesWebhooks();
    System.out.println("2 tests passed");
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
