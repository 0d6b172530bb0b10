package {{goPackage}}

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

const key = "svc_test_unguessable"

// server is an HTTP client that returns these responses in turn.
type server struct {
	answers []answer
	sent    []*http.Request
	at      []time.Time
}

type answer struct {
	status int
	header http.Header
	body   string
	err    error
}

func (s *server) Do(request *http.Request) (*http.Response, error) {
	s.sent, s.at = append(s.sent, request), append(s.at, time.Now())
	next := s.answers[0]
	if len(s.answers) > 1 {
		s.answers = s.answers[1:]
	}
	if next.err != nil {
		return nil, next.err
	}
	body := io.NopCloser(strings.NewReader(next.body))
	if next.header == nil {
		next.header = http.Header{}
	}
	return &http.Response{StatusCode: next.status, Header: next.header, Body: body}, nil
}

func clientOf(t *testing.T, answers ...answer) (*PlatformClient, *server) {
	s := &server{answers: answers}
	client, err := NewPlatformClient("https://api.example.com/", key, WithHTTPClient(s), WithRetryDelay(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	return client, s
}

var (
	ctx  = context.Background()
	ok   = answer{status: 200, header: http.Header{"X-Request-Id": {"req_1"}}, body: `{"id":"drv_1","brand_new":1}`}
	lost = answer{err: errors.New("connection reset by peer")}
)

func busy(after string) answer {
	return answer{status: 429, header: http.Header{"Retry-After": {after}}, body: "{}"}
}

func TestQuery(t *testing.T) {
	client, s := clientOf(t, answer{status: 200, body: `{"data":[]}`})
	if _, err := client.Payouts.List(ctx, ListPayoutsParams{Limit: Ptr(int64(2)), Status: "failed"}); err != nil {
		t.Fatal(err)
	}
	if url := s.sent[0].URL.String(); url != "https://api.example.com/v1/payments?limit=2&status=failed" {
		t.Error(url)
	}
}

func TestReplyHasItsResponseAndUnknownFields(t *testing.T) {
	client, _ := clientOf(t, ok)
	driver, err := client.Drivers.Get(ctx, "drv_1")
	if err != nil {
		t.Fatal(err)
	}
	if driver.ID != "drv_1" || !strings.Contains(string(driver.RawJSON()), "brand_new") {
		t.Error(driver)
	}
	if driver.Response().Status != 200 || driver.Response().RequestID() != "req_1" {
		t.Error(driver.Response())
	}
}

func TestAttemptsHaveOneKey(t *testing.T) {
	client, s := clientOf(t, busy("0"), lost, ok)
	for range 2 {
		if _, err := client.Drivers.Create(ctx, CreateDriverParams{}); err != nil {
			t.Fatal(err)
		}
	}
	var keys []string
	for _, request := range s.sent {
		keys = append(keys, request.Header.Get("Idempotency-Key"))
	}
	if len(keys) != 4 || keys[0] != keys[1] || keys[1] != keys[2] || keys[2] == keys[3] || keys[0] == "" {
		t.Error(keys)
	}
}

func TestGivenKeyIsKept(t *testing.T) {
	client, s := clientOf(t, ok)
	_, _ = client.Drivers.Create(ctx, CreateDriverParams{}, WithIdempotencyKey("shift-1"), WithHeader("X-A", "b"))
	if s.sent[0].Header.Get("Idempotency-Key") != "shift-1" || s.sent[0].Header.Get("X-A") != "b" {
		t.Error(s.sent[0].Header)
	}
	_, _ = client.Drivers.Get(ctx, "drv_1")
	if s.sent[1].Header.Get("X-A") != "" {
		t.Error("the header of one call is in the next")
	}
}

func TestRetryAfterIsHonoured(t *testing.T) {
	client, s := clientOf(t, busy("1"), ok)
	if _, err := client.Drivers.Get(ctx, "drv_1"); err != nil {
		t.Fatal(err)
	}
	if wait := s.at[1].Sub(s.at[0]); wait < time.Second {
		t.Error(wait)
	}
}

func TestCanceledCallIsNotRepeated(t *testing.T) {
	client, s := clientOf(t, lost)
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := client.Drivers.Get(canceled, "drv_1"); err == nil || len(s.sent) != 1 {
		t.Error(err, len(s.sent))
	}
}

func TestKeyNeedsAnEncryptedConnection(t *testing.T) {
	for url, isFine := range map[string]bool{
		"http://api.example.com": false, "http://localhost.example.com": false,
		"http://localhost:3000": true, "https://api.example.com": true,
	} {
		if _, err := NewPlatformClient(url, key); (err == nil) != isFine {
			t.Error(url, err)
		}
	}
}

func TestNoPrintedObjectShowsTheKey(t *testing.T) {
	client, _ := clientOf(t, answer{status: 400, body: `{"error":{"type":"x","code":"y"}}`})
	_, err := client.Drivers.Get(ctx, "drv_1")
	shown := fmt.Sprintf("%+v %#v %+v %#v %+v", client, client, client.Drivers.transport, *client.Drivers.transport, err)
	if err == nil || strings.Contains(shown, key) {
		t.Error(shown)
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
