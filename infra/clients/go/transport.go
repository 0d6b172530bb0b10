package {{goPackage}}

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

const maxDelay = 8 * time.Second

// A longer Retry-After ends the call: the caller should decide.
const maxRetryAfter = time.Minute

type transport struct {
	baseURL  string
	settings settings
	own      *http.Client
	// Functions keep the key out of printed objects.
	authorize func(http.Header)
	hidden    func(*Response) *Response
}

func newTransport(baseURL string, apiKey *string, options []Option) (*transport, error) {
	baseURL, err := checkedURL(baseURL)
	if err != nil {
		return nil, err
	}
	s := usualSettings()
	own := usualClient()
	s.httpClient = own
	s = with(s, options)
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.header, err = headerOf(s.header); err != nil {
		return nil, err
	}
	if s.header.Get("Idempotency-Key") != "" {
		return nil, wrongArgument("an idempotency key belongs to one call: all calls of a client cannot share it")
	}
	t := &transport{baseURL, s, own, func(http.Header) {}, func(r *Response) *Response { return r }}
	if apiKey != nil {
		key := *apiKey
		if !visible.MatchString(key) {
			return nil, wrongArgument("the API key must have visible ASCII characters only: is its variable set?")
		}
		t.authorize = func(header http.Header) {
			if header.Get("Authorization") == "" {
				header.Set("Authorization", "Bearer "+key)
			}
		}
		// A server could echo the key.
		clean := strings.NewReplacer(key, "[API key]", url.QueryEscape(key), "[API key]")
		t.hidden = func(r *Response) *Response {
			shown := &Response{r.Status, http.Header{}, []byte(clean.Replace(string(r.Body)))}
			for name, values := range r.Header {
				for _, value := range values {
					shown.Header.Add(name, clean.Replace(value))
				}
			}
			return shown
		}
	}
	return t, nil
}

// plan is one operation's request. Each {} of the path takes the next of ids: /v1/drivers/{} with drv_1 is /v1/drivers/drv_1.
type plan struct {
	method, path string
	ids          []string
	query, body  any
	fixed        map[string]string // A part of the query.
	// retry "refused" repeats after a 429 only. accept is another media type than JSON.
	retry, key, accept string
}

func send[T any](ctx context.Context, t *transport, p plan, options []CallOption) (*T, error) {
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
	isObject := bytes.HasPrefix(bytes.TrimLeft(response.Body, " \t\r\n"), []byte("{")) && utf8.Valid(response.Body)
	// Every reply has a field, and an error has another status.
	var known struct{ Error json.RawMessage }
	isReply := isObject && json.Unmarshal(response.Body, &known) == nil && known.Error == nil && !isEmpty.Match(response.Body)
	if !isReply {
		return nil, t.formatError(response, "It is no such JSON object.")
	}
	if err := reader.UnmarshalJSON(response.Body); err != nil {
		return nil, t.formatError(response, fmt.Sprintf("It is no such JSON object: %.200v.", err))
	}
	return reply, nil
}

var isEmpty = regexp.MustCompile(`^\s*\{\s*\}\s*$`)

// sendPage reads one page of a list. cursor returns the value of the last item by which the next page starts.
func sendPage[T any](ctx context.Context, t *transport, p plan, cursor func(last T) string, options []CallOption) (*Page[T], error) {
	page, err := send[Page[T]](ctx, t, p, options)
	if err == nil && page.Data == nil {
		return nil, t.formatError(page.response, "It is no list.")
	}
	if err == nil {
		query, _ := queryOf(p)
		page.isReversed = query.Has("ending_before")
		page.following = func() (plan, error) {
			name, last := "starting_after", len(page.Data)-1
			if page.isReversed {
				name, last = "ending_before", 0
			}
			at := cursor(page.Data[last])
			if at == "" || at == query.Get(name) {
				return p, t.formatError(page.response, "Its next page starts where this one does.")
			}
			next := p
			next.fixed = maps.Collect(maps.All(p.fixed))
			next.fixed[name] = at
			return next, nil
		}
		page.next = func(ctx context.Context) (*Page[T], error) {
			next, err := page.following()
			if err != nil {
				return nil, err
			}
			return sendPage(ctx, t, next, cursor, options)
		}
	}
	return page, err
}

// follow iterates over each object of a list once, the oldest first, and then over those to come.
func follow[T any](ctx context.Context, t *transport, p plan, start string, cursor func(last T) string, options []CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		p := p
		query, err := queryOf(p)
		p.fixed = map[string]string{
			"ending_before": cmp.Or(query.Get("ending_before"), start),
			"limit":         cmp.Or(query.Get("limit"), "100"),
		}
		var page *Page[T]
		for err == nil {
			if page, err = sendPage(ctx, t, p, cursor, options); err != nil {
				break
			}
			items := slices.Clone(page.Data)
			slices.Reverse(items)
			if len(items) > 0 {
				if p, err = page.following(); err != nil {
					break
				}
			}
			for _, each := range items {
				if !yield(each, nil) {
					return
				}
			}
			if (len(items) == 0 || !page.HasMore) && !pause(ctx, followPause(page.response)) {
				err = networkError(NetworkError{Method: p.method, Path: p.path, Cause: ctx.Err()}, 0)
			}
		}
		yield(*new(T), err)
	}
}

// followPause returns the time after which a list that is followed can have more. A list without the header waits 10 s.
func followPause(response *Response) time.Duration {
	return cmp.Or(retryAfter(strings.TrimSpace(response.Header.Get("Retry-After"))), 10*time.Second)
}

// respond sends until it succeeds, fails for good or has no attempts or time left.
func (t *transport) respond(ctx context.Context, p plan, options []CallOption) (*Response, error) {
	s := with(t.settings, options)
	path, err := pathOf(p.path, p.ids)
	if err != nil {
		return nil, err
	}
	p.path = path
	request, body, err := t.request(p, s)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.callTimeout)
	defer cancel()
	wasLost := false
	for attempt := 1; ; attempt++ {
		response, err := t.attempt(ctx, s, p, request, body, attempt)
		if err == nil && response.Status >= 200 && response.Status < 300 {
			return response, t.checked(response, p, s)
		}
		wait := waitAfter(response, p.retry, s.retryDelay, attempt)
		if err == nil {
			err = errorFrom(t.hidden(response))
			if wasLost && isGone(p, err) {
				id := p.ids[len(p.ids)-1]
				response.Body = []byte(`{"id":"` + id + `","deleted":true}`)
				return response, nil
			}
		}
		end, _ := ctx.Deadline()
		if attempt > s.maxRetries || wait < 0 || time.Now().Add(wait).After(end) {
			return nil, err
		}
		wasLost = wasLost || response == nil || response.Status != http.StatusTooManyRequests
		if !pause(ctx, wait) {
			return nil, networkError(NetworkError{Method: p.method, Path: p.path, Cause: ctx.Err()}, 0)
		}
	}
}

// isGone reports whether an object is gone, which a DELETE whose earlier answer was lost may have done.
func isGone(p plan, err error) bool {
	var e *ResponseError
	return p.retry == "gone" && errors.As(err, &e) && e.Code == "resource_missing"
}

func (t *transport) checked(response *Response, p plan, s settings) error {
	if int64(len(response.Body)) > s.maxBytes {
		return t.formatError(response, fmt.Sprintf("It has more than %d bytes.", s.maxBytes))
	}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), p.accept) {
		return t.formatError(response, "It is no "+p.accept+".")
	}
	return nil
}

func (t *transport) formatError(response *Response, why string) error {
	return formatError(t.hidden(response), why)
}

// request returns the request of all attempts, whose arguments are checked, and its body.
func (t *transport) request(p plan, s settings) (*http.Request, []byte, error) {
	if err := s.check(); err != nil {
		return nil, nil, err
	}
	header, err := headerOf(s.header)
	if err != nil {
		return nil, nil, err
	}
	t.authorize(header)
	if header.Get("Accept") == "" {
		header.Set("Accept", cmp.Or(p.accept, "application/json"))
	}
	var body []byte
	if p.body != nil {
		if body, err = jsonOf(p.body); err != nil {
			return nil, nil, err
		}
	}
	if p.method != http.MethodGet && header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	inBody := body
	if p.key != "body" {
		inBody = nil
	}
	key, err := oneKey(s.idempotencyKey, header, inBody)
	if err != nil {
		return nil, nil, err
	}
	if key == nil && p.key != "none" {
		key = Ptr(randomKey())
	}
	if key != nil {
		header.Set("Idempotency-Key", *key)
	}
	request, err := http.NewRequest(p.method, t.baseURL+p.path, nil)
	if err != nil {
		return nil, nil, wrongArgument("%v", err)
	}
	query, err := queryOf(p)
	if s.isDry && err == nil {
		if p.method == http.MethodGet {
			return nil, nil, wrongArgument("a call that reads has no dry run")
		}
		query.Set("dry_run", "true")
	}
	request.Header, request.URL.RawQuery = header, query.Encode()
	return request, body, err
}

func (t *transport) attempt(ctx context.Context, s settings, p plan, request *http.Request, body []byte, attempt int) (*Response, error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	one := request.Clone(limited)
	if len(body) > 0 {
		one.Body, one.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}
	started := time.Now()
	response, err := answerOf(s, one)
	if s.onAttempt != nil {
		event := AttemptEvent{Method: p.method, Path: p.path, Attempt: attempt, Duration: time.Since(started)}
		if err == nil {
			event.Status, event.RequestID = response.Status, response.RequestID()
		}
		s.onAttempt(event)
	}
	if err != nil {
		return nil, networkError(NetworkError{Method: p.method, Path: p.path, Cause: err}, time.Since(started))
	}
	return response, nil
}

func answerOf(s settings, request *http.Request) (*Response, error) {
	answer, err := s.httpClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode < 200 {
		return nil, fmt.Errorf("the server left HTTP with the status %d", answer.StatusCode)
	}
	// A body can be a raw connection, which no deadline of the request ends.
	defer context.AfterFunc(request.Context(), func() { _ = answer.Body.Close() })()
	content, err := io.ReadAll(io.LimitReader(answer.Body, s.maxBytes+1))
	return &Response{answer.StatusCode, answer.Header, content}, err
}

func networkError(e NetworkError, after time.Duration) error {
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	switch err := e.Cause; {
	case errors.Is(err, context.DeadlineExceeded):
		e.Reason = fmt.Sprintf("no response within %s", after.Round(time.Millisecond))
		return &TimeoutError{e}
	case errors.Is(err, context.Canceled):
		e.Reason = "the call was canceled"
		return &e
	case errors.As(err, &dns):
		e.Reason = "the host name was not found"
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Reason = "the connection was refused"
	case errors.As(err, &certificate), errors.As(err, &record), errors.As(err, &alert),
		strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		e.Reason = "TLS failed"
	default:
		e.Reason = "the connection broke"
	}
	e.Reason += " (" + e.Cause.Error() + ")"
	return &ConnectionError{e}
}

// waitAfter returns the time until the next attempt. Less than 0: the failure is final.
func waitAfter(response *Response, retry string, first time.Duration, attempt int) time.Duration {
	status, asked := 0, time.Duration(0)
	if response != nil {
		status, asked = response.Status, retryAfter(strings.TrimSpace(response.Header.Get("Retry-After")))
	}
	if asked > maxRetryAfter || status != 429 && (retry == "refused" || status > 0 && status < 500) {
		return -1
	}
	// A longer shift would overflow.
	delay := min(min(max(first, 0), maxDelay)<<min(attempt-1, 24), maxDelay)
	return max(asked, delay/2+mathrand.N(delay/2+1))
}

// retryAfter reads seconds or a date. More seconds than a day would overflow a Duration at some point.
func retryAfter(value string) time.Duration {
	isSeconds := value != "" && strings.Trim(value, "0123456789.") == ""
	seconds, err := strconv.ParseFloat(value, 64)
	if isSeconds && (err == nil || errors.Is(err, strconv.ErrRange)) {
		return time.Duration(min(seconds, 86_400) * float64(time.Second))
	}
	at, _ := http.ParseTime(value)
	return max(0, time.Until(at))
}

func randomKey() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // It never fails.
	return fmt.Sprintf("%x", random)
}

// pause reports whether the time passed before the context ended.
func pause(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
	return ctx.Err() == nil
}

func waitFor[T any, S ~string](ctx context.Context, t *transport, options []CallOption, wanted, final []S, read func() (*T, S, error)) (*T, error) {
	s := with(t.settings, options)
	end := time.Now().Add(s.waiting)
	for {
		reply, status, err := read()
		if err != nil || slices.Contains(wanted, status) {
			return reply, err
		}
		if slices.Contains(final, status) {
			return nil, &FinalStatusError{string(status)}
		}
		if time.Now().Add(s.interval).After(end) {
			return nil, &StatusTimeoutError{string(status)}
		}
		if !pause(ctx, s.interval) {
			return nil, networkError(NetworkError{Method: http.MethodGet, Path: "of the status", Cause: ctx.Err()}, 0)
		}
	}
}
