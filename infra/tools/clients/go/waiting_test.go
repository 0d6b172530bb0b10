package {{goPackage}}

import (
	"testing"
	"time"
)

func TestWaitGrowsToItsMaximumAndStaysThere(t *testing.T) {
	for _, first := range []time.Duration{0, 1, time.Millisecond, 500 * time.Millisecond, time.Hour} {
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
