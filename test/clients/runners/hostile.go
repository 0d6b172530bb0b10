// Runs the hostile cases with the Go client: `hostile CASES`.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	Headers        map[string]string
	IdempotencyKey *string `json:"idempotency_key"`
	BodyKey        string  `json:"body_key"`
	APIKey         *string `json:"api_key"`
	TimeoutMS      *int    `json:"timeout_ms"`
	CallTimeoutMS  *int    `json:"call_timeout_ms"`
	MaxRetries     *int    `json:"max_retries"`
	MaxBytes       *int64  `json:"max_bytes"`
	CancelMS       int     `json:"cancel_ms"`
	WaitMS         int     `json:"wait_ms"`
}

type one struct {
	Number, Times   int
	Base, Op, Next  string
	IDs             []string
	Query           library.ListDriversParams
	Options, Client settings
	Leave           bool
}

var apiKey string

func ms(count int) time.Duration { return time.Duration(count) * time.Millisecond }

func (s settings) options() []library.Option {
	all := []library.Option{}
	for name, value := range s.Headers {
		all = append(all, library.WithHeader(name, value))
	}
	if s.TimeoutMS != nil {
		all = append(all, library.WithTimeout(ms(*s.TimeoutMS)))
	}
	if s.CallTimeoutMS != nil {
		all = append(all, library.WithCallTimeout(ms(*s.CallTimeoutMS)))
	}
	if s.MaxRetries != nil {
		all = append(all, library.WithMaxRetries(*s.MaxRetries))
	}
	if s.MaxBytes != nil {
		all = append(all, library.WithMaxResponseBytes(*s.MaxBytes))
	}
	return all
}

func (c one) call(platform *library.PlatformClient, agent *library.AgentClient, ids []string) (string, error) {
	ctx := context.Background()
	if c.Options.CancelMS > 0 {
		canceled, cancel := context.WithCancel(ctx)
		defer time.AfterFunc(ms(c.Options.CancelMS), cancel).Stop()
		ctx = canceled
	}
	options := []library.CallOption{library.WithWait(20*time.Millisecond, max(ms(c.Options.WaitMS), ms(200)))}
	for _, option := range c.Options.options() {
		options = append(options, option)
	}
	if c.Options.IdempotencyKey != nil {
		options = append(options, library.WithIdempotencyKey(*c.Options.IdempotencyKey))
	}
	switch c.Op {
	case "create":
		params := library.CreateDriverParams{Email: "ana@example.com", FirstName: "Ana", LastName: "Ng"}
		driver, err := platform.Drivers.Create(ctx, params, options...)
		return idOf(driver, err)
	case "pay":
		params := library.CreatePayoutParams{DriverID: "drv_1", Amount: 500, Currency: "usd", IdempotencyKey: c.Options.BodyKey}
		payout, err := platform.Payouts.Create(ctx, params, options...)
		return idOf(payout, err)
	case "start":
		signup, err := agent.Signups.Start(ctx, library.StartSignupParams{Email: "a@example.com"}, options...)
		return idOf(signup, err)
	case "unlink":
		account, err := platform.Drivers.DeleteBankAccount(ctx, ids[0], ids[1], options...)
		return idOf(account, err)
	case "pdf":
		pdf, err := platform.Tax.Get1099PDF(ctx, "drv_1", library.Get1099Params{Year: 2026}, options...)
		return fmt.Sprint(len(pdf)), err
	case "wait":
		payout, err := platform.Payouts.WaitForStatus(ctx, "pay_1", []library.PaymentStatus{library.PaymentStatusCompleted}, options...)
		return idOf(payout, err)
	case "list":
		page, err := platform.Drivers.List(ctx, c.Query, options...)
		if err != nil {
			return "", err
		}
		found := []string{}
		page.All(ctx)(func(driver library.Driver, failure error) bool {
			found, err = append(found, driver.ID), failure
			return err == nil
		})
		return strings.Join(found, ","), err
	}
	driver, err := platform.Drivers.Get(ctx, ids[0], options...)
	return idOf(driver, err)
}

func idOf(reply interface{ RawJSON() json.RawMessage }, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var fields struct{ ID string }
	return fields.ID, errors.Join(json.Unmarshal(reply.RawJSON(), &fields))
}

// own checks that each call gets its own object.
func (c one) own(platform *library.PlatformClient, agent *library.AgentClient, number int) error {
	wanted := fmt.Sprintf("drv_%d", number)
	id, err := c.call(platform, agent, []string{wanted})
	if err == nil && id != wanted {
		return fmt.Errorf("%s got %s", wanted, id)
	}
	return err
}

func (c one) calls(platform *library.PlatformClient, agent *library.AgentClient, outcome map[string]any) error {
	if c.Times == 0 {
		value, err := c.call(platform, agent, c.IDs)
		outcome["value"] = value
		return err
	}
	for i := 0; i < -c.Times; i++ {
		if err := c.own(platform, agent, i); err != nil {
			return err
		}
	}
	var group sync.WaitGroup
	failures, limit := make(chan error, max(0, c.Times)+1), make(chan bool, 200)
	for i := 0; i < c.Times; i++ {
		group.Add(1)
		limit <- true
		go func() {
			defer group.Done()
			if err := c.own(platform, agent, i); err != nil {
				failures <- err
			}
			<-limit
		}()
	}
	group.Wait()
	failures <- nil
	return <-failures
}

func (c one) run() map[string]any {
	var attempts atomic.Int64
	outcome := map[string]any{"number": c.Number, "result": "ok", "value": "", "message": ""}
	started, routines := time.Now(), runtime.NumGoroutine()
	see := library.WithOnAttempt(func(library.AttemptEvent) { attempts.Add(1) })
	options := append(c.Client.options(), library.WithRetryDelay(time.Millisecond), see)
	key := apiKey
	if c.Client.APIKey != nil {
		key = *c.Client.APIKey
	}
	platform, err := library.NewPlatformClient(c.Base, key, options...)
	var agent *library.AgentClient
	if err == nil {
		agent, err = library.NewAgentClient(c.Base, options...)
	}
	if shown := fmt.Sprintf("%+v %#v", platform, agent); strings.Contains(shown, apiKey) {
		outcome["fault"] = "the client shows the key"
	}
	if err == nil {
		err = c.calls(platform, agent, outcome)
	}
	if err != nil {
		describe(outcome, err)
	}
	outcome["ms"], outcome["attempts"] = time.Since(started).Milliseconds(), attempts.Load()
	if c.Next != "" {
		outcome["next"] = "ok"
		if _, err := platform.Drivers.Get(context.Background(), "after"); err != nil {
			outcome["next"] = err.Error()
		}
	}
	if c.Leave {
		platform.Close()
		agent.Close()
		time.Sleep(100 * time.Millisecond)
		outcome["left"] = max(0, runtime.NumGoroutine()-routines)
		other, _ := library.NewPlatformClient(c.Base, key)
		driver, err := other.Drivers.Get(context.Background(), "open")
		if err == nil {
			outcome["open"] = driver.ID
		}
		other.Close()
	}
	return outcome
}

func describe(outcome map[string]any, err error) {
	outcome["result"], outcome["message"] = reflect.Indirect(reflect.ValueOf(err)).Type().Name(), err.Error()
	written, failure := json.Marshal(err)
	shown := fmt.Sprintf("%+v %#v %v %s", err, err, err, written)
	if failure != nil {
		outcome["fault"] = failure.Error()
	}
	var e *library.ResponseError
	if errors.As(err, &e) {
		outcome["status"], outcome["request_id"] = e.Status, e.Response.RequestID()
		shown += fmt.Sprintf("%+v %s", e.Response, e.Response.Body)
	}
	if strings.Contains(shown, apiKey) {
		outcome["fault"] = "it shows the key"
	}
}

func main() {
	var given struct {
		APIKey string
		Cases  []one
	}
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(text, &given)
	}
	if err != nil {
		panic(err)
	}
	apiKey = given.APIKey
	results := []any{}
	for _, each := range given.Cases {
		if each.IDs == nil {
			each.IDs = []string{"drv_1"}
		}
		results = append(results, each.run())
	}
	_ = json.NewEncoder(os.Stdout).Encode(results)
}
