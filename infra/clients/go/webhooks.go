package {{goPackage}}

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var secretForm = regexp.MustCompile(`^whsec_[A-Za-z0-9+/]{43}=$`)

// WebhookEvent is an event. Data is a pointer to the data of its type, such as *PaymentCompletedData, or
// a map[string]any where this version does not know the type.
type WebhookEvent struct {
	Reply     `json:"-"`
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	CreatedAt time.Time `json:"created_at"`
	Data      any       `json:"data"`
}

// UnwrapWebhook verifies both signatures of the raw body, refuses deliveries older than five minutes and
// returns the event. Pass both secrets while one is rotated.
func UnwrapWebhook(body []byte, header http.Header, secrets ...string) (*WebhookEvent, error) {
	return unwrapAt(time.Now(), body, header, secrets)
}

func unwrapAt(now time.Time, body []byte, header http.Header, secrets []string) (*WebhookEvent, error) {
	if reason := refusal(now, body, header, secrets); reason != "" {
		return nil, &WebhookSignatureError{reason}
	}
	event := &WebhookEvent{}
	if err := event.read(body, event); err != nil {
		return nil, err
	}
	if data := eventData(event.Type); data != nil {
		event.Data = data
		return event, json.Unmarshal(body, event)
	}
	return event, nil
}

// refusal returns why a request is no delivery, or nothing.
func refusal(now time.Time, body []byte, header http.Header, secrets []string) string {
	id, timestamp, ofBody := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp"), header.Get("X-Service-Signature")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if id == "" || ofBody == "" || err != nil {
		return "a signature header is missing or malformed"
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	sent, isSigned, isBodySigned := strings.Fields(header.Get("Webhook-Signature")), false, false
	for _, secret := range secrets {
		if !secretForm.MatchString(secret) {
			return "the secret must be whsec_ and 44 characters"
		}
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		expected := "v1," + base64.StdEncoding.EncodeToString(mac(key, signed))
		for _, one := range sent {
			isSigned = hmac.Equal([]byte(one), []byte(expected)) || isSigned
		}
		bodySignature := "sha256=" + hex.EncodeToString(mac([]byte(secret), body))
		isBodySigned = hmac.Equal([]byte(ofBody), []byte(bodySignature)) || isBodySigned
	}
	if !isSigned {
		return "webhook-signature does not match: wrong secret, or a changed body"
	}
	// While a secret is rotated, this header has the new secret's signature only.
	if !isBodySigned && len(sent) < 2 {
		return "x-service-signature does not match"
	}
	if age := now.Sub(time.Unix(int64(seconds), 0)); age.Abs() > 5*time.Minute {
		return "the delivery is too old or too new: a recorded copy, or a wrong clock"
	}
	return ""
}

func mac(key, message []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(message)
	return hash.Sum(nil)
}
