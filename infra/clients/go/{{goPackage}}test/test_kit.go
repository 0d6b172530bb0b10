// Package {{goPackage}}test has what tests of programs that call {{serviceName}} need: a transport that plays
// scripted replies and faults, and signed webhooks.
package {{goPackage}}test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Answer is what happens to one request.
type Answer struct {
	status int
	header http.Header
	body   any
	isLost bool
	fault  error
}

// Reply answers with a status and a body that is written as JSON.
func Reply(status int, body any) Answer {
	return Answer{status: status, header: http.Header{"Content-Type": {"application/json"}}, body: body}
}

// ErrorReply answers with an error of the service, such as 429 and rate_limit_exceeded.
func ErrorReply(status int, code string) Answer {
	kind := map[int]string{401: "authentication_error", 403: "permission_error", 409: "conflict_error", 429: "rate_limit_error"}[status]
	if status >= 500 {
		kind = "api_error"
	} else if kind == "" {
		kind = "invalid_request_error"
	}
	return Reply(status, map[string]any{"error": map[string]any{"type": kind, "code": code, "message": "Scripted: " + code}})
}

// With adds a header, such as Retry-After.
func (a Answer) With(name, value string) Answer {
	a.header = a.header.Clone()
	a.header.Set(name, value)
	return a
}

// Lost does the work of an answer, and breaks the connection before the answer arrives.
func Lost(answer Answer) Answer {
	answer.isLost = true
	return answer
}

// Broken breaks the connection before the service has the request.
func Broken() Answer { return Answer{fault: errors.New("connection reset by the script")} }

// Late never answers. The request ends with its context.
func Late() Answer { return Answer{} }

// Request is one request as it was sent.
type Request struct {
	Method, Path, IdempotencyKey string
	Header                       http.Header
	Body                         []byte
}

// Transport answers requests in the order of its script. It keeps the promise of idempotency keys: a key that
// it has seen gets its first answer again, without a further effect. Pass it to WithHTTPClient.
type Transport struct {
	mutex    sync.Mutex
	script   []Answer
	answers  map[string]Answer
	requests []Request
	effects  int
}

// NewTransport returns a transport with a script.
func NewTransport(script ...Answer) *Transport {
	return &Transport{script: script, answers: map[string]Answer{}}
}

// Requests returns the requests so far.
func (t *Transport) Requests() []Request {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return append([]Request(nil), t.requests...)
}

// Effects counts the requests other than GET that did their work: two would have paid twice.
func (t *Transport) Effects() int {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.effects
}

// Do plays the next answer.
func (t *Transport) Do(request *http.Request) (*http.Response, error) {
	answer, err := t.next(request)
	if err != nil || answer.fault != nil {
		return nil, errors.Join(err, answer.fault)
	}
	if answer.isLost {
		return nil, io.ErrUnexpectedEOF
	}
	if answer.status == 0 {
		<-request.Context().Done()
		return nil, request.Context().Err()
	}
	body, err := json.Marshal(answer.body)
	return &http.Response{
		StatusCode: answer.status, Header: answer.header.Clone(), Request: request,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}, err
}

func (t *Transport) next(request *http.Request) (Answer, error) {
	var body []byte
	if request.Body != nil {
		body, _ = io.ReadAll(request.Body)
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	key := request.Header.Get("Idempotency-Key")
	t.requests = append(t.requests, Request{request.Method, request.URL.RequestURI(), key, request.Header, body})
	if known, isKnown := t.answers[key]; isKnown && key != "" {
		return known, nil
	}
	if len(t.script) == 0 {
		return Answer{}, errors.New("the script has no answer for " + request.Method + " " + request.URL.Path)
	}
	answer := t.script[0]
	t.script = t.script[1:]
	if answer.status >= 200 && answer.status < 300 && request.Method != http.MethodGet {
		t.effects++
		again := answer
		again.isLost = false
		t.answers[key] = again
	}
	return answer, nil
}

// SignWebhook returns the headers of a delivery of body, as the service would sign it at a time.
func SignWebhook(body []byte, secret, id string, at time.Time) http.Header {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	timestamp := strconv.FormatInt(at.Unix(), 10)
	mac := func(key []byte, message string) []byte {
		hash := hmac.New(sha256.New, key)
		hash.Write([]byte(message))
		return hash.Sum(nil)
	}
	header := http.Header{}
	header.Set("Webhook-Id", id)
	header.Set("Webhook-Timestamp", timestamp)
	header.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(mac(key, id+"."+timestamp+"."+string(body))))
	header.Set("X-Service-Signature", "sha256="+hex.EncodeToString(mac([]byte(secret), string(body))))
	return header
}
