package {{goPackage}}

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
)

// Response is a response as it arrived.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// RequestID identifies the request. Quote it when you contact support.
func (r *Response) RequestID() string { return r.Header.Get("X-Request-Id") }

// NetworkError means that no complete response arrived. The service may have received the request.
type NetworkError struct {
	Method, Path string
	IsTimeout    bool
	// Cause is a broken connection, or the context's error.
	Cause error
}

func (e *NetworkError) Error() string {
	return fmt.Sprintf("%s %s: no complete response (timeout: %t)", e.Method, e.Path, e.IsTimeout)
}

func (e *NetworkError) Unwrap() error { return e.Cause }

// StatusTimeoutError means that an object did not reach the awaited status in time. It may still do so.
type StatusTimeoutError struct{ Status string }

func (e *StatusTimeoutError) Error() string { return "the status is still " + e.Status }

// WebhookSignatureError refuses a webhook request that does not come from the service, or is too old.
type WebhookSignatureError struct{ Reason string }

func (e *WebhookSignatureError) Error() string { return e.Reason }

// ResponseError is an error response. Each type of today has a type of its own, which holds a ResponseError.
type ResponseError struct {
	Status  int    `json:"-"`
	Type    string `json:"type"`
	Code    string `json:"code"` // Machine-readable. It is empty where a gateway sent the response.
	Message string `json:"message"`
	Param   string `json:"param"` // The parameter that caused the error, if one did.
	DocURL  string `json:"doc_url"`
	// Response has the headers, the request id and the body.
	Response *Response `json:"-"`
}

func (e *ResponseError) Error() string { return e.Message }

// errorFrom reads an error. A response without the service's error body comes from a gateway.
func errorFrom(response *Response) error {
	var body struct {
		Error ResponseError `json:"error"`
	}
	_ = json.Unmarshal(response.Body, &body)
	e := body.Error
	e.Status, e.Response = response.Status, response
	e.Message = cmp.Or(e.Message, fmt.Sprintf("The service returned HTTP %d.", e.Status))
	usual := map[bool]string{true: "api_error", false: "invalid_request_error"}[e.Status >= 500]
	if e.Status == http.StatusTooManyRequests {
		usual = "rate_limit_error"
	}
	e.Type = cmp.Or(e.Type, usual)
	return typedError(e)
}
