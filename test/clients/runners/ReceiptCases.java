import com.example.portableroth.ReceiptException;
import com.example.portableroth.Receipts;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints what the library says of each receipt, and Java's Signature: a line of base64 fields each. */
final class ReceiptCases {
  private ReceiptCases() {}

  public static void main(String[] args) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.split(",", -1);
      for (int i = 0; i < fields.length; i++)
        fields[i] = new String(Base64.getDecoder().decode(fields[i]), StandardCharsets.UTF_8);
      String issuer = fields[2].isEmpty() ? null : fields[2];
      String text = fields[3].isEmpty() ? null : fields[3];
      String said;
      try {
        said = "ok " + Receipts.verify(fields[0], fields[1], issuer, text).get("jti");
      } catch (ReceiptException error) {
        said = error.getMessage();
      }
      System.out.println(foreign(fields[0], fields[1]) + "\t" + said);
    }
  }

  /** By the point of the key, and not by its X.509 form. */
  private static String foreign(String receipt, String keySet) {
    try {
      String[] parts = receipt.split("\\.", -1);
      if (parts.length != 3) return "no";
      String header = new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8);
      Matcher kid = Pattern.compile("\"kid\":\"([^\"]+)\"").matcher(header);
      if (!kid.find()) return "no";
      String entry = "\"x\":\"([^\"]+)\",\"kid\":\"" + Pattern.quote(kid.group(1)) + "\"";
      Matcher x = Pattern.compile(entry).matcher(keySet);
      if (!x.find()) return "no";
      byte[] little = Base64.getUrlDecoder().decode(x.group(1));
      byte[] big = new byte[little.length];
      for (int i = 0; i < big.length; i++) big[i] = little[little.length - 1 - i];
      boolean isOdd = (big[0] & 0x80) != 0;
      big[0] &= 0x7f;
      var point = new EdECPoint(isOdd, new BigInteger(1, big));
      var key =
          KeyFactory.getInstance("EdDSA")
              .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
      Signature verifier = Signature.getInstance("EdDSA");
      verifier.initVerify(key);
      verifier.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8));
      return verifier.verify(Base64.getUrlDecoder().decode(parts[2])) ? "yes" : "no";
    } catch (Exception error) {
      return "no";
    }
  }
}
