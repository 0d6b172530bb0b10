package {{goPackage}}

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"{{goModule}}/{{goPackage}}test"
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
	at := time.Unix(1000, 0)
	header := func() http.Header { return {{goPackage}}test.SignWebhook(secret, "evt_1", at, body) }
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

func TestNullableHasThreeStates(t *testing.T) {
	body, err := json.Marshal(UpdateDriverParams{Phone: Value("+14155552672"), SSNLast4: Null[string]()})
	if err != nil || string(body) != `{"phone":"+14155552672","ssn_last4":null}` {
		t.Fatal(string(body), err)
	}
	var again UpdateDriverParams
	if err := json.Unmarshal(body, &again); err != nil || again.Phone != Value("+14155552672") || again.SSNLast4 != Null[string]() || !again.ExternalID.IsZero() {
		t.Fatal(again, err)
	}
}

func TestReplyKeepsAnUnknownStatusAndTheTextOfATime(t *testing.T) {
	raw := `{"status":"under_review","created_at":"2026-11-21T09:30:00.120Z","completed_at":null}`
	var payout Payment
	if err := json.Unmarshal([]byte(raw), &payout); err != nil {
		t.Fatal(err)
	}
	wanted := time.Date(2026, 11, 21, 9, 30, 0, 120_000_000, time.UTC)
	if payout.Status != "under_review" || !payout.CreatedAt.Equal(wanted) || payout.CompletedAt != nil || payout.String() != raw {
		t.Error(payout)
	}
	start, err := DayOf(wanted).Time()
	if err != nil || DayOf(wanted) != "2026-11-21" || !start.Equal(wanted.Truncate(24*time.Hour)) {
		t.Error(start, err)
	}
}

func TestScriptPlaysEachFaultOnce(t *testing.T) {
	limited := {{goPackage}}test.ErrorReply(429, "rate_limit_exceeded").With("Retry-After", "0")
	read := {{goPackage}}test.Reply(200, map[string]any{"id": "drv_1"})
	fake := {{goPackage}}test.NewTransport({{goPackage}}test.Broken(), {{goPackage}}test.Late(), limited, read)
	api, err := NewPlatformClient("https://HOST", "svc_test_1", WithHTTPClient(fake), WithRetryDelay(0), WithTimeout(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	driver, err := api.Drivers.Get(context.Background(), "drv_1")
	if err != nil || driver.ID != "drv_1" || len(fake.Requests()) != 4 || fake.Effects() != 0 {
		t.Error(driver, err, fake.Requests())
	}
	if _, err := api.Drivers.Get(context.Background(), "drv_2"); err == nil || !strings.Contains(err.Error(), "the script has no answer") {
		t.Error(err)
	}
}
