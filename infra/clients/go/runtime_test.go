package {{goPackage}}

import (
	"encoding/json"
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
	if payout.Status != "under_review" || !payout.CreatedAt.Equal(wanted) || payout.CompletedAt != nil || string(payout.RawJSON()) != raw {
		t.Error(payout)
	}
	start, err := DayOf(wanted).Time()
	if err != nil || DayOf(wanted) != "2026-11-21" || !start.Equal(wanted.Truncate(24*time.Hour)) {
		t.Error(start, err)
	}
}
