package {{goPackage}}

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Response is a response as it arrived.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// RequestID identifies the request. Quote it when you contact support.
func (r *Response) RequestID() string { return r.Header.Get("X-Request-Id") }

// String shows no body: it can be personal or secret.
func (r *Response) String() string { return fmt.Sprintf("HTTP %d %s", r.Status, r.RequestID()) }

// ArgumentError means that a call cannot be sent as it is. Nothing was sent.
type ArgumentError struct{ Reason string }

func (e *ArgumentError) Error() string { return e.Reason }

func wrongArgument(format string, values ...any) error {
	return &ArgumentError{fmt.Sprintf(format, values...)}
}

// NetworkError means that no complete response arrived. The service may have received the request. A canceled
// call has this type, and ConnectionError and TimeoutError hold it.
type NetworkError struct {
	Method, Path string
	// Reason says what failed, such as "the connection was refused".
	Reason string
	// Cause is a broken connection, or the context's error.
	Cause error `json:"-"`
}

func (e *NetworkError) Error() string { return e.Method + " " + e.Path + ": " + e.Reason }

func (e *NetworkError) Unwrap() error { return e.Cause }

// ConnectionError means that the service was not reached, or that the connection broke.
type ConnectionError struct{ NetworkError }

// Unwrap returns what all network errors have.
func (e *ConnectionError) Unwrap() error { return &e.NetworkError }

// TimeoutError means that no complete response arrived in time.
type TimeoutError struct{ NetworkError }

// Unwrap returns what all network errors have.
func (e *TimeoutError) Unwrap() error { return &e.NetworkError }

// StatusTimeoutError means that an object did not reach the awaited status in time. It may still do so.
type StatusTimeoutError struct{ Status string }

func (e *StatusTimeoutError) Error() string { return "the status is still " + e.Status }

// FinalStatusError means that an object has a final status that is not the awaited one.
type FinalStatusError struct{ Status string }

func (e *FinalStatusError) Error() string { return "the status is " + e.Status + " for good" }

// WebhookSignatureError refuses a webhook request that does not come from the service, or is too old.
type WebhookSignatureError struct{ Reason string }

func (e *WebhookSignatureError) Error() string { return e.Reason }

// ReceiptError refuses a text that is no consent receipt of the service, or is not the one that was asked for.
type ReceiptError struct{ Reason string }

func (e *ReceiptError) Error() string { return e.Reason }

// ResponseError is an error response. Most have a type by their status, others by their Type. Each holds a
// ResponseError.
type ResponseError struct {
	Status  int    `json:"status"`
	Type    string `json:"type"` // It is empty where a gateway sent the response.
	Code    string `json:"code"` // Machine-readable. It is empty where a gateway sent the response.
	Message string `json:"message"`
	Param   string `json:"param"` // The parameter that caused the error, if one did.
	DocURL  string `json:"doc_url"`
	// Response has the headers, the request id and the body.
	Response *Response `json:"-"`
}

// Error adds the status, the code and the request id to the message of the service.
func (e *ResponseError) Error() string {
	facts := fmt.Sprintf("HTTP %d", e.Status)
	for _, each := range []string{e.Code, e.Response.RequestID()} {
		if each != "" {
			facts += ", " + each
		}
	}
	return e.Message + " (" + facts + ")"
}

// ResponseFormatError is a response that this API does not send: a proxy's page, broken JSON, too many bytes.
// After a status of 200 to 299, the call may have succeeded.
type ResponseFormatError struct{ ResponseError }

// Unwrap returns what all error responses have.
func (e *ResponseFormatError) Unwrap() error { return &e.ResponseError }

// errorFrom reads an error. A response without the service's error body comes from a gateway.
func errorFrom(response *Response) error {
	var body struct{ Error map[string]any }
	_ = json.Unmarshal(response.Body, &body)
	text := func(name string) string {
		value, _ := body.Error[name].(string)
		return value
	}
	e := ResponseError{
		Status: response.Status, Type: text("type"), Code: text("code"), Param: text("param"), DocURL: text("doc_url"),
		Response: response,
	}
	isOurs := e.Type != ""
	if isOurs {
		message := text("message")
		e.Message = strings.ToValidUTF8(message[:min(len(message), 1_000)], "")
	} else {
		e.Code, e.Param, e.DocURL = "", "", ""
	}
	e.Message = cmp.Or(e.Message, strange(response))
	status := strconv.Itoa(min(e.Status, 500))
	for _, key := range []string{status + " " + e.Type, status, e.Type} {
		if err := typedError(key, e); err != nil {
			return err
		}
	}
	if isOurs {
		return &e
	}
	return &ResponseFormatError{e}
}

func formatError(response *Response, why string) error {
	message := strange(response) + " " + why + " The call may have succeeded."
	return &ResponseFormatError{ResponseError{Status: response.Status, Message: message, Response: response}}
}

// strange describes a response that the service does not send, with the start of its body.
func strange(response *Response) string {
	text := fmt.Sprintf("The service returned HTTP %d", response.Status)
	if response.Status >= 300 && response.Status < 400 {
		text += " to " + response.Header.Get("Location")
	}
	start := strings.TrimSpace(strings.ToValidUTF8(string(response.Body[:min(len(response.Body), 500)]), "�"))
	if start == "" {
		return text + "."
	}
	return text + ": " + start
}
