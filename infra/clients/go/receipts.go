package {{goPackage}}

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"
)

// ReceiptKeys is what /.well-known/jwks.json returns. A stored copy verifies offline.
type ReceiptKeys struct {
	Keys []ReceiptKey `json:"keys"`
}

// ReceiptKey is a public key.
type ReceiptKey struct {
	KTY string `json:"kty"`
	CRV string `json:"crv"`
	KID string `json:"kid"`
	X   string `json:"x"`
}

// ReceiptClaims are the claims of a consent receipt. Declared is what strangers said about themselves: it
// proves nothing.
type ReceiptClaims struct {
	Issuer      string            `json:"iss"`
	ID          string            `json:"jti"`
	Subject     string            `json:"sub"`
	Act         string            `json:"act"`
	Auth        string            `json:"auth"`
	IssuedAt    int64             `json:"iat"`
	TextSHA256  string            `json:"text_sha256"`
	TextVersion string            `json:"text_version"`
	Language    string            `json:"lang"`
	Livemode    bool              `json:"livemode"`
	Terms       map[string]any    `json:"terms"`
	Declared    map[string]string `json:"declared"`
	Previous    string            `json:"prev"`
}

// ReceiptOption is a further check of a receipt.
type ReceiptOption func(*ReceiptClaims) string

// ReceiptOf requires the service's address as the issuer.
func ReceiptOf(issuer string) ReceiptOption {
	return func(claims *ReceiptClaims) string {
		if claims.Issuer != issuer {
			return "the receipt is of another service"
		}
		return ""
	}
}

// ReceiptText requires that the receipt is of these words.
func ReceiptText(text string) ReceiptOption {
	sum := sha256.Sum256([]byte(text))
	return func(claims *ReceiptClaims) string {
		if claims.TextSHA256 != hex.EncodeToString(sum[:]) {
			return "the receipt is of other words, or of another version of them"
		}
		return ""
	}
}

// receiptHeader: exactly this is signed. Another order or member is another token.
var receiptHeader = regexp.MustCompile(`^\{"alg":"EdDSA","typ":"consent-receipt\+jwt","kid":"([\w-]{43})"\}$`)

// VerifyReceipt verifies a consent receipt with a key set, and returns its claims. The identity of a
// receipt is its ID, never its text.
func VerifyReceipt(receipt string, keys ReceiptKeys, options ...ReceiptOption) (*ReceiptClaims, error) {
	claims := &ReceiptClaims{}
	if reason := receiptRefusal(receipt, keys, claims); reason != "" {
		return nil, &ReceiptError{reason}
	}
	for _, option := range options {
		if reason := option(claims); reason != "" {
			return nil, &ReceiptError{reason}
		}
	}
	return claims, nil
}

// receiptRefusal reads the claims, or returns why the text is no receipt.
func receiptRefusal(receipt string, keys ReceiptKeys, claims *ReceiptClaims) string {
	const malformed = "the text is no receipt: it must be three parts in strict base64url"
	parts := strings.Split(receipt, ".")
	if len(parts) != 3 {
		return malformed
	}
	decoded := make([][]byte, 3)
	for i, part := range parts {
		bytes, err := base64.RawURLEncoding.Strict().DecodeString(part)
		// The decoder skips line ends.
		if err != nil || base64.RawURLEncoding.EncodeToString(bytes) != part {
			return malformed
		}
		decoded[i] = bytes
	}
	if len(decoded[2]) != ed25519.SignatureSize {
		return malformed
	}
	header := receiptHeader.FindSubmatch(decoded[0])
	if header == nil {
		return "the header is not that of a receipt"
	}
	for _, key := range keys.Keys {
		if key.KID != string(header[1]) || key.KTY != "OKP" || key.CRV != "Ed25519" {
			continue
		}
		public, err := base64.RawURLEncoding.Strict().DecodeString(key.X)
		if err != nil || len(public) != ed25519.PublicKeySize {
			continue
		}
		if !ed25519.Verify(public, []byte(parts[0]+"."+parts[1]), decoded[2]) {
			return "the signature does not match: a changed receipt, or another key"
		}
		if json.Unmarshal(decoded[1], claims) != nil {
			return "the claims are not those of a receipt"
		}
		return ""
	}
	return "the key set has no key with the receipt's kid: fetch it anew"
}
