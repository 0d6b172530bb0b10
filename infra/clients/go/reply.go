package {{goPackage}}

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"time"
)

// Reply is a part of every reply: its JSON and its response. The JSON has times as the service wrote them.
type Reply struct {
	raw      json.RawMessage
	response *Response
}

// RawJSON returns the JSON of the reply, with fields that this version does not know.
func (r *Reply) RawJSON() json.RawMessage { return r.raw }

// String shows no more than the id: fields can be personal or secret. RawJSON has them.
func (r Reply) String() string {
	var fields struct{ ID string }
	_ = json.Unmarshal(r.raw, &fields)
	return "<reply " + fields.ID + ">"
}

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
	following  func() (plan, error)
	next       func(ctx context.Context) (*Page[T], error)
}

// UnmarshalJSON keeps the JSON beside the fields.
func (p *Page[T]) UnmarshalJSON(data []byte) error {
	type plain Page[T]
	return p.Reply.read(data, (*plain)(p))
}

// all iterates over the objects of a page and of those after it.
func all[T any](ctx context.Context, first func() (*Page[T], error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		page, err := first()
		if err != nil {
			yield(*new(T), err)
			return
		}
		for {
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
			next, err := page.next(ctx)
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

// Nullable is a field of a request that null clears. Its zero value leaves the field as it is.
type Nullable[T any] struct {
	value         T
	isSet, isNull bool
}

// Value returns a field with a value.
func Value[T any](value T) Nullable[T] { return Nullable[T]{value: value, isSet: true} }

// Null returns a field that is cleared.
func Null[T any]() Nullable[T] { return Nullable[T]{isSet: true, isNull: true} }

// IsZero reports whether the field is left as it is.
func (n Nullable[T]) IsZero() bool { return !n.isSet }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.isNull || !n.isSet {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// UnmarshalJSON reads a value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	*n = Nullable[T]{isSet: true, isNull: string(data) == "null"}
	return json.Unmarshal(data, &n.value)
}

// Day is a day as YYYY-MM-DD. It has no time zone.
type Day string

// DayOf returns the day of a time in the time's own zone.
func DayOf(at time.Time) Day { return Day(at.Format(time.DateOnly)) }

// Time returns the start of the day in UTC.
func (d Day) Time() (time.Time, error) { return time.Parse(time.DateOnly, string(d)) }
