package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"sync"

	client "{{goModule}}"
)

// The endpoint's secret, which its registration returned.
const secret = "{{secret}}"

// The last sequence of each payout. Keep it in your database, beside the payout.
var (
	applied = map[string]int64{}
	lock    sync.Mutex
)

// isStale says if the event is older than one about the same payout that was applied.
func isStale(event *client.WebhookEvent) bool {
	lock.Lock()
	defer lock.Unlock()
	var id string
	var sequence int64
	switch payout := event.Data.(type) {
	case *client.PaymentCompletedData:
		id, sequence = payout.ID, payout.Sequence
	case *client.PaymentRefundedData:
		id, sequence = payout.ID, payout.Sequence
	default:
		return false
	}
	if sequence <= applied[id] {
		return true
	}
	applied[id] = sequence
	return false
}

func receive(writer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		writer.WriteHeader(http.StatusBadRequest)
		return
	}
	event, err := client.UnwrapWebhook(body, request.Header, secret)
	if err != nil {
		writer.WriteHeader(http.StatusBadRequest)
		return
	}
	if isStale(event) {
		fmt.Println("stale")
	} else {
		fmt.Println(event.Type)
	}
	writer.WriteHeader(http.StatusNoContent)
}

func main() {
	log.Fatal(http.ListenAndServe(":4000", http.HandlerFunc(receive)))
}
