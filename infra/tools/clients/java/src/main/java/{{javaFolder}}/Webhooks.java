package {{javaPackage}};

import java.nio.charset.StandardCharsets;
import java.security.*;
import java.time.Instant;
import java.util.*;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies webhook requests and returns their events. */
public final class Webhooks {
  private Webhooks() {}

  /**
   * Verifies both signatures of the raw body, refuses deliveries older than five minutes and
   * returns the event. `header` returns the header of a name. Pass both secrets while one is
   * rotated.
   */
  public static WebhookEvent unwrap(byte[] body, UnaryOperator<String> header, String... secrets) {
    return unwrapAt(Instant.now(), body, header, secrets);
  }

  static WebhookEvent unwrapAt(
      Instant now, byte[] body, UnaryOperator<String> header, String... secrets) {
    require(body != null && header != null && secrets != null, "an argument is null");
    String timestamp = header.apply("webhook-timestamp");
    String start = header.apply("webhook-id") + "." + timestamp + ".";
    String ofBody = String.valueOf(header.apply("x-service-signature"));
    String[] sent = String.valueOf(header.apply("webhook-signature")).split(" ");
    require(timestamp != null && timestamp.matches("\\d{1,12}"), "webhook-timestamp is wrong");
    boolean isSigned = false, isBodySigned = false;
    for (String secret : secrets) {
      boolean isSecret = secret != null && secret.matches("whsec_[A-Za-z0-9+/]{43}=");
      require(isSecret, "a secret has whsec_ and 44 characters");
      byte[] mac = mac(Base64.getDecoder().decode(secret.substring(6)), start, body);
      String expected = "v1," + Base64.getEncoder().encodeToString(mac);
      for (String one : sent) isSigned |= MessageDigest.isEqual(bytes(one), bytes(expected));
      String hex = "sha256=" + HexFormat.of().formatHex(mac(bytes(secret), "", body));
      isBodySigned |= MessageDigest.isEqual(bytes(ofBody), bytes(hex));
    }
    require(isSigned, "webhook-signature does not match: wrong secret, or a changed body");
    // While a secret is rotated, this header has the new secret's signature only.
    require(isBodySigned || sent.length > 1, "x-service-signature does not match");
    long age = Math.abs(now.getEpochSecond() - Long.parseLong(timestamp));
    require(age <= 300, "the delivery is too old or too new: a recorded copy, or a wrong clock");
    return new WebhookEvent(Json.read(new String(body, StandardCharsets.UTF_8)));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) throw new WebhookSignatureException(otherwise);
  }

  private static byte[] bytes(String text) {
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
