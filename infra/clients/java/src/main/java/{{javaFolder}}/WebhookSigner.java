package {{javaPackage}};

import java.nio.charset.StandardCharsets;
import java.security.*;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs deliveries as the service does, for tests of a receiver. */
public final class WebhookSigner {
  static final String SECRET = "whsec_[A-Za-z0-9+/]{43}=";

  private WebhookSigner() {}

  /** Makes a secret. */
  public static String newSecret() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return "whsec_" + Base64.getEncoder().encodeToString(key);
  }

  /** Signs a delivery. `Webhooks.unwrap` accepts it for five minutes. */
  public static Map<String, String> sign(byte[] body, String secret, String id, Instant at) {
    Arguments.require(secret.matches(SECRET), "A secret has whsec_ and 44 characters.");
    String time = String.valueOf(at.getEpochSecond());
    byte[] mac = mac(Base64.getDecoder().decode(secret.substring(6)), id + "." + time + ".", body);
    String hex = HexFormat.of().formatHex(mac(bytes(secret), "", body));
    String signature = "v1," + Base64.getEncoder().encodeToString(mac);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(Map.of("webhook-id", id, "webhook-timestamp", time));
    headers.putAll(Map.of("webhook-signature", signature, "x-service-signature", "sha256=" + hex));
    return headers;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] mac(byte[] key, String start, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(bytes(start));
      return mac.doFinal(body);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
