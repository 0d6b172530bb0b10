package {{goPackage}}

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const maxDelay = 8 * time.Second

// A longer Retry-After ends the call: the caller should decide.
const maxRetryAfter = time.Minute

// HTTPClient sends one request, as *http.Client does.
type HTTPClient interface {
	Do(*http.Request) (*http.Response, error)
}

// Option changes a client, or one of its calls.
type Option func(*settings)

type settings struct {
	timeout, retryDelay time.Duration
	maxRetries          int
	header              http.Header
	httpClient          HTTPClient
	interval, waiting   time.Duration
	idempotencyKey      string
}

// WithTimeout limits each attempt. Default: 30 seconds.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithMaxRetries sets the attempts after the first. Default: 3.
func WithMaxRetries(retries int) Option { return func(s *settings) { s.maxRetries = retries } }

// WithRetryDelay sets the wait before the first retry. Each retry doubles it. Default: 500 ms. A negative
// delay is 0.
func WithRetryDelay(delay time.Duration) Option { return func(s *settings) { s.retryDelay = delay } }

// WithIdempotencyKey replaces the random key of a call.
func WithIdempotencyKey(key string) Option { return func(s *settings) { s.idempotencyKey = key } }

// WithHTTPClient replaces the HTTP client.
func WithHTTPClient(client HTTPClient) Option { return func(s *settings) { s.httpClient = client } }

// WithWait sets the time between two reads of a status, and the time until the wait fails. Default: 2 seconds
// and 5 minutes.
func WithWait(interval, timeout time.Duration) Option {
	return func(s *settings) { s.interval, s.waiting = interval, timeout }
}

// WithHeader adds a header.
func WithHeader(name, value string) Option {
	return func(s *settings) {
		s.header = s.header.Clone()
		s.header.Set(name, value)
	}
}

func (s settings) with(options []Option) settings {
	for _, option := range options {
		option(&s)
	}
	return s
}

type transport struct {
	baseURL  string
	settings settings
	// A function keeps the key out of printed objects.
	authorize func(http.Header)
}

func newTransport(baseURL, apiKey string, options []Option) (*transport, error) {
	if !regexp.MustCompile(`^(https://|http://(localhost|127\.0\.0\.1|\[::1\])(:|/|$))`).MatchString(baseURL) {
		// A key must not travel unencrypted, except within this machine.
		return nil, errors.New("the base URL must start with https://, except on this machine")
	}
	s := settings{
		timeout:    30 * time.Second,
		retryDelay: 500 * time.Millisecond,
		maxRetries: 3,
		interval:   2 * time.Second,
		waiting:    5 * time.Minute,
		header:     http.Header{"User-Agent": {userAgent}},
		httpClient: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}.with(options)
	authorize := func(header http.Header) { header.Set("Authorization", "Bearer "+apiKey) }
	if apiKey == "" {
		authorize = func(http.Header) {}
	}
	return &transport{strings.TrimRight(baseURL, "/"), s, authorize}, nil
}

// plan is one operation's request.
type plan struct {
	method, path string
	query, body  any
	fixed        map[string]string // A part of the query.
	// retry "refused" repeats after a 429 only. accept is another media type than JSON.
	retry, key, accept string
}

func send[T any](ctx context.Context, t *transport, p plan, options []Option) (*T, error) {
	response, err := t.respond(ctx, p, options)
	if err != nil {
		return nil, err
	}
	reply := new(T)
	// A call of json.Unmarshal would read the body twice.
	reader := any(reply).(interface {
		UnmarshalJSON([]byte) error
		setResponse(*Response)
	})
	reader.setResponse(response)
	if err := reader.UnmarshalJSON(response.Body); err != nil {
		return nil, err
	}
	return reply, nil
}

// sendPage reads one page of a list. cursor returns the value of the last item by which the next page starts.
func sendPage[T any](ctx context.Context, t *transport, p plan, cursor func(last T) string, options []Option) (*Page[T], error) {
	page, err := send[Page[T]](ctx, t, p, options)
	if err == nil {
		page.isReversed = queryOf(p).Has("ending_before")
		page.next = func(ctx context.Context, last T) (*Page[T], error) {
			name := map[bool]string{true: "ending_before", false: "starting_after"}[page.isReversed]
			p.fixed = map[string]string{name: cursor(last)}
			return sendPage(ctx, t, p, cursor, options)
		}
	}
	return page, err
}

// respond sends until it succeeds, fails for good or has no attempts left.
func (t *transport) respond(ctx context.Context, p plan, options []Option) (*Response, error) {
	s := t.settings.with(options)
	header := s.header.Clone()
	header.Set("Accept", cmp.Or(p.accept, "application/json"))
	t.authorize(header)
	var body []byte
	if p.body != nil {
		body, _ = json.Marshal(p.body)
	}
	if p.method != http.MethodGet {
		header.Set("Content-Type", "application/json")
	}
	if p.key != "none" {
		header.Set("Idempotency-Key", idempotencyKey(s.idempotencyKey, body))
	}
	for attempt := 0; ; attempt++ {
		response, err := t.attempt(ctx, s, p, header, body)
		if err == nil && response.Status < 300 {
			return response, nil
		}
		wait := waitAfter(response, p.retry, s.retryDelay, attempt)
		if err == nil {
			err = errorFrom(response)
		}
		if attempt >= s.maxRetries || wait < 0 || !pause(ctx, wait) {
			return nil, err
		}
	}
}

func (t *transport) attempt(ctx context.Context, s settings, p plan, header http.Header, body []byte) (*Response, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, p.method, t.baseURL+p.path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header, request.URL.RawQuery = header, queryOf(p).Encode()
	answer, err := s.httpClient.Do(request)
	var content []byte
	if err == nil {
		defer answer.Body.Close()
		content, err = io.ReadAll(answer.Body)
	}
	if err != nil {
		return nil, &NetworkError{p.method, p.path, errors.Is(err, context.DeadlineExceeded), err}
	}
	return &Response{answer.StatusCode, answer.Header, content}, nil
}

// waitAfter returns the time until the next attempt. Less than 0: the failure is final.
func waitAfter(response *Response, retry string, first time.Duration, attempt int) time.Duration {
	status, asked := 0, time.Duration(0)
	if response != nil {
		status, asked = response.Status, retryAfter(response.Header.Get("Retry-After"))
	}
	if asked > maxRetryAfter || status != 429 && (retry == "refused" || status > 0 && status < 500) {
		return -1
	}
	// A longer shift would overflow.
	delay := min(min(max(first, 0), maxDelay)<<min(attempt, 24), maxDelay)
	return max(asked, delay/2+mathrand.N(delay/2+1))
}

// retryAfter reads seconds or a date. ParseUint limits the seconds to 32 bits: more would overflow a Duration.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(seconds) * time.Second
	}
	at, _ := http.ParseTime(value)
	return max(0, time.Until(at))
}

func idempotencyKey(given string, body []byte) string {
	var own struct {
		Key string `json:"idempotency_key"`
	}
	_ = json.Unmarshal(body, &own)
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return cmp.Or(given, own.Key, fmt.Sprintf("%x", random))
}

// queryOf writes maps as name[key]=value.
func queryOf(p plan) url.Values {
	fields, values := map[string]any{}, url.Values{}
	data, _ := json.Marshal(p.query)
	reader := json.NewDecoder(bytes.NewReader(data))
	reader.UseNumber()
	_ = reader.Decode(&fields)
	for name, value := range fields {
		if pairs, isMap := value.(map[string]any); isMap {
			for key, each := range pairs {
				values.Set(name+"["+key+"]", fmt.Sprint(each))
			}
			continue
		}
		values.Set(name, fmt.Sprint(value))
	}
	for name, value := range p.fixed {
		values.Set(name, value)
	}
	return values
}

// pause reports whether the time passed before the context ended.
func pause(ctx context.Context, wait time.Duration) bool {
	select {
	case <-ctx.Done():
	case <-time.After(wait):
	}
	return ctx.Err() == nil
}

func waitFor[T any](ctx context.Context, t *transport, options []Option, wanted []string, read func() (*T, string, error)) (*T, error) {
	s := t.settings.with(options)
	end := time.Now().Add(s.waiting)
	for {
		reply, status, err := read()
		if err != nil || slices.Contains(wanted, status) {
			return reply, err
		}
		if time.Now().Add(s.interval).After(end) || !pause(ctx, s.interval) {
			return nil, &StatusTimeoutError{status}
		}
	}
}
