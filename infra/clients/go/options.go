package {{goPackage}}

import (
	"net/http"
	"time"
)

// HTTPClient sends one request, as *http.Client does.
type HTTPClient interface {
	Do(*http.Request) (*http.Response, error)
}

// CallOption changes a call. Each Option is one too.
type CallOption interface{ change(*settings) }

// Option changes a client, or one of its calls.
type Option func(*settings)

func (o Option) change(s *settings) { o(s) }

// KeyOption is an option of one call: the calls of a client cannot share a key.
type KeyOption struct{ key string }

func (o KeyOption) change(s *settings) { s.idempotencyKey = &o.key }

// DryOption is an option of one call: a client must not leave open whether it pays.
type DryOption struct{}

func (DryOption) change(s *settings) { s.isDry = true }

type settings struct {
	timeout, callTimeout, retryDelay time.Duration
	maxRetries                       int
	maxBytes                         int64
	header                           http.Header
	httpClient                       HTTPClient
	interval, waiting                time.Duration
	idempotencyKey                   *string
	isDry                            bool
	onAttempt                        func(AttemptEvent)
}

// AttemptEvent is one attempt of a call. It has no header, query or body, so no secret.
type AttemptEvent struct {
	Method, Path string
	Attempt      int // 1 is the first.
	Status       int // 0 where no complete response arrived.
	RequestID    string
	Duration     time.Duration
}

// WithTimeout limits each attempt. Default: 30 seconds.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithCallTimeout limits a call with all its attempts and waits, as the context's deadline does. Default: 2 minutes.
func WithCallTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.callTimeout = timeout }
}

// WithMaxRetries sets the attempts after the first. Default: 3.
func WithMaxRetries(retries int) Option { return func(s *settings) { s.maxRetries = retries } }

// WithRetryDelay sets the wait before the first retry. Each retry doubles it. Default: 500 ms. A negative
// delay is 0.
func WithRetryDelay(delay time.Duration) Option { return func(s *settings) { s.retryDelay = delay } }

// WithMaxResponseBytes limits a response. Default: 32 MiB.
func WithMaxResponseBytes(limit int64) Option { return func(s *settings) { s.maxBytes = limit } }

// WithIdempotencyKey replaces the random key of a call.
func WithIdempotencyKey(key string) KeyOption { return KeyOption{key} }

// WithDryRun stores, sends and pays nothing. The reply is the call's own, and its RawJSON has what the call
// would cause in dry_run.
func WithDryRun() DryOption { return DryOption{} }

// WithHTTPClient replaces the HTTP client.
func WithHTTPClient(client HTTPClient) Option { return func(s *settings) { s.httpClient = client } }

// WithOnAttempt sees each attempt after its response, for logs and metrics.
func WithOnAttempt(see func(AttemptEvent)) Option { return func(s *settings) { s.onAttempt = see } }

// WithWait sets the time between two reads of a status, and the time until the wait fails. Default: 2 seconds
// and 5 minutes.
func WithWait(interval, timeout time.Duration) Option {
	return func(s *settings) { s.interval, s.waiting = interval, timeout }
}

// WithHeader sets a header, in place of an earlier one of its name.
func WithHeader(name, value string) Option {
	return func(s *settings) {
		s.header = s.header.Clone()
		s.header.Set(name, value)
	}
}

func with[O CallOption](s settings, options []O) settings {
	for _, option := range options {
		option.change(&s)
	}
	return s
}

func usualSettings() settings {
	return settings{
		timeout:     30 * time.Second,
		callTimeout: 2 * time.Minute,
		retryDelay:  500 * time.Millisecond,
		maxRetries:  3,
		maxBytes:    1 << 25,
		interval:    2 * time.Second,
		waiting:     5 * time.Minute,
		header:      http.Header{"User-Agent": {userAgent}},
	}
}

// usualClient follows no redirect, and keeps the connections of many goroutines.
func usualClient() *http.Client {
	transport, isUsual := http.DefaultTransport.(*http.Transport)
	if !isUsual {
		transport = &http.Transport{Proxy: http.ProxyFromEnvironment}
	}
	transport = transport.Clone()
	transport.MaxIdleConnsPerHost, transport.IdleConnTimeout = 100, 4*time.Second
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
