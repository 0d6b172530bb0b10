package {{goPackage}}

import (
	"errors"
	"net/http"
	"testing"
	"time"
)

func TestWaitGrowsToItsMaximumAndStaysThere(t *testing.T) {
	for _, first := range []time.Duration{-time.Hour, -2, 0, 1, time.Millisecond, 500 * time.Millisecond, time.Hour} {
		for attempt := range 100 {
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

func TestLongRetryAfterEndsTheCall(t *testing.T) {
	client, s := clientOf(t, busy("Sun, 06 Nov 2094 08:49:37 GMT"))
	_, err := client.Drivers.Get(ctx, "drv_1")
	var limit *RateLimitError
	var response *ResponseError
	if !errors.As(err, &limit) || !errors.As(err, &response) || len(s.sent) != 1 {
		t.Error(err, len(s.sent))
	}
}

func waitAsked(after string) time.Duration {
	header := http.Header{"Retry-After": {after}}
	return waitAfter(&Response{Status: 429, Header: header}, "always", time.Second, 0)
}

func TestHugeRetryAfterEndsTheCall(t *testing.T) {
	for _, after := range []string{"99999999999999999999", "1000000000000000000", "18446744074"} {
		if wait := waitAsked(after); wait >= 0 {
			t.Error(after, wait)
		}
	}
}

func TestRetryAfterWithoutATimeIsIgnored(t *testing.T) {
	for _, after := range []string{"", "-1", "-10000000000", "1e18", "soon"} {
		if wait := waitAsked(after); wait < 0 || wait > time.Second {
			t.Error(after, wait)
		}
	}
}
