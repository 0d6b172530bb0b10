package {{goPackage}}

import (
	"context"
	"encoding/json"
	"slices"
)

// Reply is a part of every reply: its JSON and its response.
type Reply struct {
	raw      json.RawMessage
	response *Response
}

// RawJSON returns the JSON of the reply, with fields that this version does not know.
func (r *Reply) RawJSON() json.RawMessage { return r.raw }

// Response returns the response that the reply was read from. Objects within a reply have none.
func (r *Reply) Response() *Response { return r.response }

func (r *Reply) read(data []byte, target any) error {
	r.raw = append(json.RawMessage(nil), data...)
	return json.Unmarshal(data, target)
}

func (r *Reply) setResponse(response *Response) { r.response = response }

// Page is one page of a list, newest first.
type Page[T any] struct {
	Reply      `json:"-"`
	Data       []T  `json:"data"`
	HasMore    bool `json:"has_more"`
	TotalCount int  `json:"total_count"`

	isReversed bool
	next       func(ctx context.Context, last T) (*Page[T], error)
}

// UnmarshalJSON keeps the JSON beside the fields.
func (p *Page[T]) UnmarshalJSON(data []byte) error {
	type plain Page[T]
	return p.Reply.read(data, (*plain)(p))
}

// All returns an iterator over the objects of this page and of those after it, which it fetches as
// needed. With EndingBefore, it fetches the previous pages and returns the objects in reverse.
// From Go 1.23 on, range over it: for payout, err := range page.All(ctx) { ... }.
func (p *Page[T]) All(ctx context.Context) func(yield func(T, error) bool) {
	return func(yield func(T, error) bool) {
		for page := p; ; {
			items := slices.Clone(page.Data)
			if page.isReversed {
				slices.Reverse(items)
			}
			for _, each := range items {
				if !yield(each, nil) {
					return
				}
			}
			if !page.HasMore || len(items) == 0 {
				return
			}
			next, err := page.next(ctx, items[len(items)-1])
			if err != nil {
				yield(*new(T), err)
				return
			}
			page = next
		}
	}
}

// Ptr returns a pointer to a value, for optional numbers and booleans.
func Ptr[T any](value T) *T { return &value }

// Null is sent as null, in optional fields of requests that can be null.
var Null = json.RawMessage("null")
