package {{javaPackage}};

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Verifies webhook requests and returns their events. */
public final class Webhooks {
  private Webhooks() {}

  /**
   * Verifies both signatures of the raw body, refuses deliveries older than five minutes and
   * returns the event. The header of a name can be null. Pass both secrets while one is rotated.
   */
  public static WebhookEvent unwrap(
      byte[] body, UnaryOperator<@Nullable String> header, String... secrets) {
    require(body != null && header != null && secrets != null, "an argument is null");
    String id = String.valueOf(header.apply("webhook-id"));
    String timestamp = String.valueOf(header.apply("webhook-timestamp"));
    String ofBody = String.valueOf(header.apply("x-service-signature"));
    String[] sent = String.valueOf(header.apply("webhook-signature")).split(" ");
    require(timestamp.matches("[1-9]\\d{0,11}"), "webhook-timestamp is wrong");
    Instant at = Instant.ofEpochSecond(Long.parseLong(timestamp));
    boolean isSigned = false, isBodySigned = false;
    for (String secret : secrets) {
      require(secret != null && secret.matches(WebhookSigner.SECRET), "a secret has another form");
      Map<String, String> expected = WebhookSigner.sign(body, secret, id, at);
      for (String one : sent) isSigned |= isSame(one, expected.get("webhook-signature"));
      isBodySigned |= isSame(ofBody, expected.get("x-service-signature"));
    }
    require(isSigned, "webhook-signature does not match: wrong secret, or a changed body");
    // While a secret is rotated, this header has the new secret's signature only.
    require(isBodySigned || sent.length > 1, "x-service-signature does not match");
    long age = Math.abs(Instant.now().getEpochSecond() - at.getEpochSecond());
    require(age <= 300, "the delivery is too old or too new: a recorded copy, or a wrong clock");
    return new WebhookEvent(Json.read(new String(body, StandardCharsets.UTF_8)));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) throw new WebhookSignatureException(otherwise);
  }

  private static boolean isSame(String one, String other) {
    return MessageDigest.isEqual(WebhookSigner.bytes(one), WebhookSigner.bytes(other));
  }
}
