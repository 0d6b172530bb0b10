/**
 * Code that verifies a delivery, about ten lines a language. Tests run each one if its language is installed.
 */
export type Verifier = { language: string; label: string; code: string };

export const verifiers: readonly Verifier[] = [
  {
    language: "javascript",
    label: "Node",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

/** body: the raw bytes, before any JSON parser. */
export function verify(secret, headers, body) {
  const { "webhook-id": id, "webhook-timestamp": sentAt, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt)) <= 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const hmac = createHmac("sha256", key).update(\`\${id}.\${sentAt}.\`).update(body);
  const expected = Buffer.from(\`v1,\${hmac.digest("base64")}\`);
  return signatures.split(" ").map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}`,
  },
  {
    language: "python",
    label: "Python",
    code: `import base64, hashlib, hmac, time

def verify(secret: str, headers: dict, body: bytes) -> bool:
    """body: the raw bytes, before any JSON parser."""
    sent_at = headers.get("webhook-timestamp", "")
    if not (sent_at.isdecimal() and abs(time.time() - int(sent_at)) <= 300):
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return any(hmac.compare_digest(one.encode(), expected)
               for one in headers.get("webhook-signature", "").split(" "))`,
  },
  {
    language: "ruby",
    label: "Ruby",
    code: `require "openssl"

# body: the raw bytes, before any JSON parser.
def verify(secret, headers, body)
  sent_at = headers["webhook-timestamp"].to_s
  return false unless (Time.now.to_i - sent_at.to_i).abs <= 300
  key = secret.delete_prefix("whsec_").unpack1("m")
  signed = "#{headers["webhook-id"]}.#{sent_at}.".b + body.b
  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key, signed)].pack("m0")
  headers["webhook-signature"].to_s.split(" ").any? do |one|
    one.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(one, expected)
  end
end`,
  },
  {
    language: "go",
    label: "Go",
    code: `// Verify: body holds the raw bytes, before any JSON parser.
func Verify(secret string, headers http.Header, body []byte) bool {
	sentAt := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 300*time.Second {
		return false
	}
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	mac := hmac.New(sha256.New, key)
	mac.Write(append([]byte(headers.Get("webhook-id")+"."+sentAt+"."), body...))
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return slices.ContainsFunc(strings.Fields(headers.Get("webhook-signature")), func(one string) bool {
		return hmac.Equal([]byte(one), []byte(expected))
	})
}`,
  },
  {
    language: "php",
    label: "PHP",
    code: `/** $body: the raw bytes (php://input), before any JSON parser. */
function verify(string $secret, array $headers, string $body): bool {
    $sentAt = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $signed = ($headers['webhook-id'] ?? '') . ".$sentAt.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $one) {
        if (hash_equals($expected, $one)) return true;
    }
    return false;
}`,
  },
];
