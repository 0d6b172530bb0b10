package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
)

func receive(writer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if request.URL.Path == "/text" {
		body = []byte(string([]rune(string(body))))
	}
	if err != nil || !Verify(os.Getenv("SECRET"), request.Header, body) {
		writer.WriteHeader(http.StatusBadRequest)
		return
	}
	writer.WriteHeader(http.StatusNoContent)
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	http.Serve(listener, http.HandlerFunc(receive))
}
