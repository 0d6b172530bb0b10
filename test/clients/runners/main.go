// Runs the scenario with the Go client: `main SCENARIO`.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"
	"time"

	library "example.com/portable-roth"
)

type step struct {
	Title, API, Resource, Method, ParamsType, Key, Save string
	Path, Wait                                          []string
	Params                                              map[string]any
	Options                                             options
	IsList, Iterate                                     bool
	Take                                                int
	Unwrap                                              *struct {
		Body    string
		Headers map[string]string
		Secret  string
	}
}

type options struct {
	TimeoutMS      *int    `json:"timeout_ms"`
	MaxRetries     *int    `json:"max_retries"`
	IdempotencyKey *string `json:"idempotency_key"`
	WaitTimeoutMS  int     `json:"wait_timeout_ms"`
	Headers        map[string]string
}

var (
	ctx   = context.Background()
	saved = map[string]map[string]any{}
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func resolve(value any) any {
	text, isText := value.(string)
	if !isText || !strings.HasPrefix(text, "$") {
		return value
	}
	name, field, _ := strings.Cut(text[1:], ".")
	if found, isSaved := saved[name]; isSaved {
		return found[field]
	}
	return "none"
}

func named(value reflect.Value, name string) reflect.Value {
	same := func(each string) bool { return strings.EqualFold(each, name) }
	for i := range value.NumMethod() {
		if same(value.Type().Method(i).Name) {
			return value.Method(i)
		}
	}
	return value.Elem().FieldByNameFunc(same)
}

func (s step) options() []library.CallOption {
	wait := 5 * time.Minute
	if s.Options.WaitTimeoutMS > 0 {
		wait = time.Duration(s.Options.WaitTimeoutMS) * time.Millisecond
	}
	all := []library.CallOption{library.WithWait(25*time.Millisecond, wait)}
	for name, value := range s.Options.Headers {
		all = append(all, library.WithHeader(name, value))
	}
	if s.Options.TimeoutMS != nil {
		all = append(all, library.WithTimeout(time.Duration(*s.Options.TimeoutMS)*time.Millisecond))
	}
	if s.Options.MaxRetries != nil {
		all = append(all, library.WithMaxRetries(*s.Options.MaxRetries))
	}
	if s.Options.IdempotencyKey != nil {
		all = append(all, library.WithIdempotencyKey(*s.Options.IdempotencyKey))
	}
	return all
}

func run(s step, clients map[string]any) (map[string]any, error) {
	if s.Unwrap != nil {
		header := http.Header{}
		for name, value := range s.Unwrap.Headers {
			header.Set(name, value)
		}
		event, err := library.UnwrapWebhook([]byte(s.Unwrap.Body), header, s.Unwrap.Secret)
		if err != nil {
			return nil, err
		}
		return map[string]any{"event": event.RawJSON()}, nil
	}
	client := s.API
	if s.Key != "" {
		client = s.Key
	}
	method := named(named(reflect.ValueOf(clients[client]), s.Resource), s.Method)
	args := []reflect.Value{reflect.ValueOf(ctx)}
	for _, value := range s.Path {
		args = append(args, reflect.ValueOf(resolve(value)))
	}
	if s.Wait != nil {
		statuses := reflect.New(method.Type().In(len(args)))
		if err := json.Unmarshal(must(json.Marshal(s.Wait)), statuses.Interface()); err != nil {
			panic(err)
		}
		args = append(args, statuses.Elem())
	} else if s.ParamsType != "" {
		for name, value := range s.Params {
			s.Params[name] = resolve(value)
		}
		params := reflect.New(method.Type().In(len(args)))
		if err := json.Unmarshal(must(json.Marshal(s.Params)), params.Interface()); err != nil {
			panic(err)
		}
		args = append(args, params.Elem())
	}
	for _, option := range s.options() {
		args = append(args, reflect.ValueOf(option))
	}
	out := method.Call(args)
	if err, failed := out[1].Interface().(error); failed {
		return nil, err
	}
	if content, isBytes := out[0].Interface().([]byte); isBytes {
		return map[string]any{"bytes": len(content)}, nil
	}
	if s.Iterate {
		return iterate(out[0], s.Take)
	}
	reply := out[0].Interface().(interface {
		RawJSON() json.RawMessage
		Response() *library.Response
	})
	if !s.IsList {
		check(reply, reply.RawJSON())
	}
	if s.Save != "" {
		var fields map[string]any
		_ = json.Unmarshal(reply.RawJSON(), &fields)
		saved[s.Save] = fields
	}
	return map[string]any{
		"reply":          reply.RawJSON(),
		"status":         reply.Response().Status,
		"has_request_id": reply.Response().RequestID() != "",
	}, nil
}

func iterate(page reflect.Value, take int) (map[string]any, error) {
	all := page.MethodByName("All").Call([]reflect.Value{reflect.ValueOf(ctx)})[0]
	items := []any{}
	var failure error
	all.Call([]reflect.Value{reflect.MakeFunc(all.Type().In(0), func(in []reflect.Value) []reflect.Value {
		if err, failed := in[1].Interface().(error); failed {
			failure = err
		} else {
			item := reflect.New(in[0].Type())
			item.Elem().Set(in[0])
			items = append(items, item.Interface().(interface{ RawJSON() json.RawMessage }).RawJSON())
		}
		return []reflect.Value{reflect.ValueOf(failure == nil && len(items) != take)}
	})})
	return map[string]any{"items": items}, failure
}

// check compares the typed fields with the JSON that they were read from.
func check(reply any, raw json.RawMessage) {
	var typed, plain map[string]any
	_ = json.Unmarshal(must(json.Marshal(reply)), &typed)
	_ = json.Unmarshal(raw, &plain)
	for name, value := range typed {
		wanted, exists := plain[name]
		if exists && wanted != nil && shown(value) != shown(wanted) {
			panic(fmt.Sprintf("%s is %v, not %v", name, value, wanted))
		}
	}
}

// A time is the same with and without zeros at its end.
var zeros = regexp.MustCompile(`(:\d\d)(\.\d*[1-9])?\.?0*Z`)

func shown(value any) string { return zeros.ReplaceAllString(fmt.Sprint(value), "$1${2}Z") }

func described(err error, key string) map[string]any {
	if strings.Contains(fmt.Sprintf("%+v %#v", err, err), key) {
		panic("An error shows the key.")
	}
	class := reflect.TypeOf(err).Elem().Name()
	var e *library.ResponseError
	if !errors.As(err, &e) {
		return map[string]any{"class": class, "message": ""}
	}
	orNull := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	return map[string]any{
		"class": class, "status": e.Status, "type": e.Type, "code": e.Code, "param": orNull(e.Param),
		"doc_url": orNull(e.DocURL), "message": e.Message, "has_request_id": e.Response.RequestID() != "",
	}
}

func main() {
	var given struct {
		BaseURL, APIKey string
		Steps           []step
	}
	if err := json.Unmarshal(must(os.ReadFile(os.Args[1])), &given); err != nil {
		panic(err)
	}
	fast := library.WithRetryDelay(5 * time.Millisecond)
	clients := map[string]any{
		"platform": must(library.NewPlatformClient(given.BaseURL, given.APIKey, fast)),
		"invalid":  must(library.NewPlatformClient(given.BaseURL, "svc_test_none", fast)),
		"agent":    must(library.NewAgentClient(given.BaseURL, fast)),
	}
	results := []any{}
	for _, each := range given.Steps {
		result, err := run(each, clients)
		if err != nil {
			result = map[string]any{"error": described(err, given.APIKey)}
		}
		results = append(results, result)
	}
	fmt.Print(string(must(json.Marshal(results))))
}
