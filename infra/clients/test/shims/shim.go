// Takes a line of JSON for each call of the Go client, and prints one.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	library "example.com/portable-roth"
)

type settings struct {
	Base, Key                                                  string
	Headers                                                    map[string]string
	TimeoutMS, CallTimeoutMS, RetryDelayMS, IntervalMS, WaitMS *int
	MaxRetries                                                 *int
	MaxBytes                                                   *int64
	IdempotencyKey                                             *string
	DryRun                                                     bool
}

// UnmarshalJSON reads names of several words, such as timeout_ms.
func (s *settings) UnmarshalJSON(data []byte) error {
	type plain settings
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	joined := map[string]json.RawMessage{}
	for name, value := range fields {
		joined[strings.ReplaceAll(name, "_", "")] = value
	}
	again, _ := json.Marshal(joined)
	return json.Unmarshal(again, (*plain)(s))
}

type given struct {
	Number                                   int
	Operation, Client, API, Resource, Method string
	Path, Wait                               []string
	Params, Body                             json.RawMessage
	Settings, Options                        settings
	Iterate                                  int
	IsList                                   bool `json:"is_list"`
	Headers                                  map[string]string
	Secrets                                  []string
	Receipt, Keys, Issuer, Text              string
}

type entry struct {
	of       any
	close    func()
	attempts atomic.Int64
	ctx      context.Context
	cancel   context.CancelFunc
}

var opened = sync.Map{}

type fields = map[string]any

func ms(count *int) time.Duration { return time.Duration(*count) * time.Millisecond }

func (s settings) options() []library.Option {
	all := []library.Option{}
	for name, value := range s.Headers {
		all = append(all, library.WithHeader(name, value))
	}
	if s.TimeoutMS != nil {
		all = append(all, library.WithTimeout(ms(s.TimeoutMS)))
	}
	if s.CallTimeoutMS != nil {
		all = append(all, library.WithCallTimeout(ms(s.CallTimeoutMS)))
	}
	if s.RetryDelayMS != nil {
		all = append(all, library.WithRetryDelay(ms(s.RetryDelayMS)))
	}
	if s.MaxRetries != nil {
		all = append(all, library.WithMaxRetries(*s.MaxRetries))
	}
	if s.MaxBytes != nil {
		all = append(all, library.WithMaxResponseBytes(*s.MaxBytes))
	}
	return all
}

func open(g given) (fields, error) {
	e := &entry{close: func() {}}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	see := library.WithOnAttempt(func(library.AttemptEvent) { e.attempts.Add(1) })
	options := append(g.Settings.options(), see)
	opened.Store(g.Client, e)
	if g.API == "agent" {
		client, err := library.NewAgentClient(g.Settings.Base, options...)
		if err != nil {
			return nil, err
		}
		e.of, e.close = client, client.Close
	} else {
		client, err := library.NewPlatformClient(g.Settings.Base, g.Settings.Key, options...)
		if err != nil {
			return nil, err
		}
		e.of, e.close = client, client.Close
	}
	return fields{"shown": fmt.Sprintf("%+v %#v", e.of, e.of)}, nil
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

func call(e *entry, g given) (fields, error) {
	name := g.Method
	if g.Iterate > 0 && strings.HasPrefix(name, "list") {
		name = "all" + strings.TrimPrefix(name, "list")
	}
	method := named(named(reflect.ValueOf(e.of), g.Resource), name)
	args := []reflect.Value{reflect.ValueOf(e.ctx)}
	for _, value := range g.Path {
		args = append(args, reflect.ValueOf(value))
	}
	for content := g.Params; len(args) < method.Type().NumIn()-1; {
		if g.Wait != nil {
			content, _ = json.Marshal(g.Wait)
		}
		value := reflect.New(method.Type().In(len(args)))
		if len(content) > 0 {
			if err := json.Unmarshal(content, value.Interface()); err != nil {
				return nil, err
			}
		}
		args = append(args, value.Elem())
	}
	for _, option := range g.Options.options() {
		args = append(args, reflect.ValueOf(option))
	}
	if g.Options.DryRun {
		args = append(args, reflect.ValueOf(library.WithDryRun()))
	}
	if g.Options.IdempotencyKey != nil {
		args = append(args, reflect.ValueOf(library.WithIdempotencyKey(*g.Options.IdempotencyKey)))
	}
	if g.Options.IntervalMS != nil {
		args = append(args, reflect.ValueOf(library.WithWait(ms(g.Options.IntervalMS), ms(g.Options.WaitMS))))
	}
	out := method.Call(args)
	if g.Iterate > 0 {
		return iterate(out[0], g.Iterate)
	}
	if err, failed := out[1].Interface().(error); failed {
		return nil, err
	}
	if content, isBytes := out[0].Interface().([]byte); isBytes {
		return fields{"bytes": len(content)}, nil
	}
	reply := out[0].Interface().(interface {
		RawJSON() json.RawMessage
		Response() *library.Response
	})
	result := fields{"reply": reply.RawJSON(), "status": reply.Response().Status, "printed": fmt.Sprintf("%v %+v %s", reply, reply, reply)}
	if id := reply.Response().RequestID(); id != "" {
		result["request_id"] = id
	}
	if !g.IsList {
		result["typed"] = reply
	}
	return result, nil
}

func iterate(all reflect.Value, most int) (fields, error) {
	items := []json.RawMessage{}
	var failure error
	all.Call([]reflect.Value{reflect.MakeFunc(all.Type().In(0), func(in []reflect.Value) []reflect.Value {
		if err, failed := in[1].Interface().(error); failed {
			failure = err
		} else {
			item := reflect.New(in[0].Type())
			item.Elem().Set(in[0])
			items = append(items, item.Interface().(interface{ RawJSON() json.RawMessage }).RawJSON())
		}
		return []reflect.Value{reflect.ValueOf(failure == nil && len(items) != most)}
	})})
	return fields{"items": items}, failure
}

func unwrap(g given) (fields, error) {
	header := http.Header{}
	for name, value := range g.Headers {
		header.Set(name, value)
	}
	var body string
	_ = json.Unmarshal(g.Body, &body)
	event, err := library.UnwrapWebhook([]byte(body), header, g.Secrets...)
	if err != nil {
		return nil, err
	}
	return fields{"event": event.RawJSON(), "typed": event}, nil
}

func receipt(g given) (fields, error) {
	var keys library.ReceiptKeys
	if err := json.Unmarshal([]byte(g.Keys), &keys); err != nil {
		return nil, err
	}
	var options []library.ReceiptOption
	if g.Issuer != "" {
		options = append(options, library.ReceiptOf(g.Issuer))
	}
	if g.Text != "" {
		options = append(options, library.ReceiptText(g.Text))
	}
	claims, err := library.VerifyReceipt(g.Receipt, keys, options...)
	if err != nil {
		return nil, err
	}
	return fields{"jti": claims.ID}, nil
}

func operate(g given) (fields, error) {
	found, _ := opened.Load(g.Client)
	e, _ := found.(*entry)
	switch g.Operation {
	case "client":
		return open(g)
	case "cancel":
		e.cancel()
	case "close":
		e.close()
	case "state":
		return fields{"tasks": runtime.NumGoroutine()}, nil
	case "unwrap":
		return unwrap(g)
	case "receipt":
		return receipt(g)
	default:
		return call(e, g)
	}
	return fields{}, nil
}

func described(err error) fields {
	found := fields{"class": reflect.Indirect(reflect.ValueOf(err)).Type().Name(), "message": err.Error(), "text": err.Error()}
	written, failure := json.Marshal(err)
	shown := fmt.Sprintf("%+v %#v %v %s", err, err, err, written)
	if failure != nil {
		found["fault"] = failure.Error()
	}
	var e *library.ResponseError
	if errors.As(err, &e) {
		found["message"], found["status"], found["type"], found["code"] = e.Message, e.Status, e.Type, e.Code
		for name, text := range map[string]string{"param": e.Param, "doc_url": e.DocURL, "request_id": e.Response.RequestID()} {
			found[name] = nil
			if text != "" {
				found[name] = text
			}
		}
		shown += fmt.Sprintf("%+v %s", e.Response, e.Response.Body)
	}
	found["shown"] = shown
	return found
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	var group sync.Mutex
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var g given
		if err := json.Unmarshal(line, &g); err != nil {
			panic(err)
		}
		answer := func() {
			result := fields{"number": g.Number}
			ok, err := operate(g)
			if err != nil {
				result["error"] = described(err)
			} else {
				result["ok"] = ok
			}
			if found, isOpen := opened.Load(g.Client); isOpen {
				result["attempts"] = found.(*entry).attempts.Load()
			}
			group.Lock()
			defer group.Unlock()
			_ = json.NewEncoder(os.Stdout).Encode(result)
		}
		if g.Operation == "call" {
			go answer()
		} else {
			answer()
		}
	}
}
