package {{goPackage}}

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestWaitGrowsToItsMaximumAndStaysThere(t *testing.T) {
	for _, first := range []time.Duration{-time.Hour, -2, 0, 1, time.Millisecond, 500 * time.Millisecond, time.Hour} {
		for attempt := 1; attempt < 100; attempt++ {
			wait := waitAfter(nil, "always", first, attempt)
			if wait < 0 || wait > maxDelay {
				t.Fatal(first, attempt, wait)
			}
			if first >= time.Millisecond && attempt > 13 && wait < maxDelay/2 {
				t.Fatal(first, attempt, wait)
			}
		}
	}
}

func TestWebhookNeedsBothSignaturesAndItsTime(t *testing.T) {
	raw := []byte(strings.Repeat("k", 32))
	secret := "whsec_" + base64.StdEncoding.EncodeToString(raw)
	body := []byte(`{"id":"evt_1","type":"driver.created","data":{"id":"drv_1"}}`)
	header := func() http.Header {
		return http.Header{
			"Webhook-Id":          {"evt_1"},
			"Webhook-Timestamp":   {"1000"},
			"Webhook-Signature":   {"v1," + base64.StdEncoding.EncodeToString(mac(raw, append([]byte("evt_1.1000."), body...)))},
			"X-Service-Signature": {"sha256=" + hex.EncodeToString(mac([]byte(secret), body))},
		}
	}
	at := time.Unix(1000, 0)
	event, err := unwrapAt(at, body, header(), []string{secret})
	if err != nil {
		t.Fatal(err)
	}
	if data, isDriver := event.Data.(*DriverCreatedData); !isDriver || data.ID != "drv_1" {
		t.Error(event.Data)
	}
	wrong := header()
	wrong.Set("X-Service-Signature", "sha256=00")
	refused := func(name string, at time.Time, body []byte, header http.Header, secrets ...string) {
		var refusal *WebhookSignatureError
		if _, err := unwrapAt(at, body, header, secrets); !errors.As(err, &refusal) {
			t.Error(name, err)
		}
	}
	refused("a changed body", at, append(body, ' '), header(), secret)
	refused("too old", at.Add(301*time.Second), body, header(), secret)
	refused("too new", at.Add(-301*time.Second), body, header(), secret)
	refused("a changed signature", at, body, wrong, secret)
	refused("no secret", at, body, header())
	refused("no header", at, body, nil, secret)
	refused("no body", at, nil, header(), secret)
}
