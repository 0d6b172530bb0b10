package {{javaPackage}};

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Verifies consent receipts offline. */
public final class Receipts {
  private Receipts() {}

  /** Exactly this header is signed. Another order or member is another token. */
  private static final Pattern HEADER =
      Pattern.compile(
          "\\{\"alg\":\"EdDSA\",\"typ\":\"consent-receipt\\+jwt\",\"kid\":\"([\\w-]{43})\"\\}");

  /** RFC 8410: what comes before the 32 bytes of an Ed25519 key in its X.509 form. */
  private static final byte[] PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  /**
   * Verifies a receipt with the text of /.well-known/jwks.json and returns its claims. The identity
   * of a receipt is its jti, never its text.
   */
  public static Map<String, @Nullable Object> verify(String receipt, String keySet) {
    return verify(receipt, keySet, null, null);
  }

  /** The same, of an issuer and of words, where they are not null. */
  public static Map<String, @Nullable Object> verify(
      String receipt, String keySet, @Nullable String issuer, @Nullable String text) {
    String[] parts = receipt.split("\\.", -1);
    List<byte[]> decoded = Arrays.stream(parts).map(Receipts::decoded).toList();
    require(
        parts.length == 3 && decoded.get(2).length == 64,
        "the text is no receipt: it must be three parts in strict base64url");
    Matcher header = HEADER.matcher(new String(decoded.get(0), StandardCharsets.UTF_8));
    require(header.matches(), "the header is not that of a receipt");
    byte[] key = keyOf(keySet, header.group(1));
    require(key.length == 32, "the key set has no key with the receipt's kid: fetch it anew");
    require(
        isSigned(key, parts[0] + "." + parts[1], decoded.get(2)),
        "the signature does not match: a changed receipt, or another key");
    Map<String, @Nullable Object> claims =
        Json.read(new String(decoded.get(1), StandardCharsets.UTF_8));
    require(
        issuer == null || issuer.equals(claims.get("iss")), "the receipt is of another service");
    require(
        text == null || sha256(text).equals(claims.get("text_sha256")),
        "the receipt is of other words, or of another version of them");
    return claims;
  }

  private static byte[] keyOf(String keySet, String kid) {
    if (!(Json.read(keySet).get("keys") instanceof List<?> keys)) return new byte[0];
    for (Object each : keys) {
      if (each instanceof Map<?, ?> key
          && kid.equals(key.get("kid"))
          && "OKP".equals(key.get("kty"))
          && "Ed25519".equals(key.get("crv"))) return decoded(String.valueOf(key.get("x")));
    }
    return new byte[0];
  }

  private static boolean isSigned(byte[] key, String input, byte[] signature) {
    byte[] encoded = Arrays.copyOf(PREFIX, PREFIX.length + key.length);
    System.arraycopy(key, 0, encoded, PREFIX.length, key.length);
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
      verifier.update(input.getBytes(StandardCharsets.UTF_8));
      return verifier.verify(signature);
    } catch (GeneralSecurityException error) {
      return false;
    }
  }

  /** Empty where the text is not the one that encoding the bytes gives. */
  private static byte[] decoded(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      String again = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      return again.equals(text) ? bytes : new byte[0];
    } catch (IllegalArgumentException error) {
      return new byte[0];
    }
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) throw new ReceiptException(otherwise);
  }
}
