package main

import (
	"fmt"
	"io"
	"log"
	"net/http"

	client "{{goModule}}"
)

// The endpoint's secret, which its registration returned.
const secret = "{{secret}}"

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
	fmt.Println(event.Type)
	writer.WriteHeader(http.StatusNoContent)
}

func main() {
	log.Fatal(http.ListenAndServe(":4000", http.HandlerFunc(receive)))
}
