package {{goPackage}}

import "testing"

func TestListFetchesItsNextPage(t *testing.T) {
	client, s := clientOf(t,
		answer{status: 200, body: `{"data":[{"id":"a"},{"id":"b"}],"has_more":true}`},
		answer{status: 200, body: `{"data":[{"id":"c"}],"has_more":false}`})
	page, err := client.Drivers.List(ctx, ListDriversParams{Limit: Ptr(int64(2))})
	if err != nil {
		t.Fatal(err)
	}
	ids := ""
	page.All(ctx)(func(driver Driver, err error) bool {
		ids += driver.ID
		return err == nil
	})
	if ids != "abc" || s.sent[1].URL.RawQuery != "limit=2&starting_after=b" {
		t.Error(ids, s.sent[1].URL)
	}
}

func TestListWithoutIDsContinuesByAnotherField(t *testing.T) {
	client, s := clientOf(t,
		answer{status: 200, body: `{"data":[{"platform":"a"},{"platform":"b"}],"has_more":true}`},
		answer{status: 200, body: `{"data":[{"platform":"c"}],"has_more":false}`})
	page, err := client.Earnings.ListConnections(ctx, "drv_1", ListConnectionsParams{Limit: Ptr(int64(2))})
	if err != nil {
		t.Fatal(err)
	}
	found := ""
	page.All(ctx)(func(connection Connection, err error) bool {
		found += connection.Platform
		return err == nil
	})
	if found != "abc" || s.sent[1].URL.RawQuery != "limit=2&starting_after=b" {
		t.Error(found, s.sent[1].URL)
	}
}

func TestListWithEndingBeforeReturnsThePreviousPagesInReverse(t *testing.T) {
	client, s := clientOf(t,
		answer{status: 200, body: `{"data":[{"id":"c"},{"id":"d"}],"has_more":true}`},
		answer{status: 200, body: `{"data":[{"id":"b"}],"has_more":false}`})
	page, err := client.Drivers.List(ctx, ListDriversParams{Limit: Ptr(int64(2)), EndingBefore: "e"})
	if err != nil {
		t.Fatal(err)
	}
	ids := ""
	page.All(ctx)(func(driver Driver, err error) bool {
		ids += driver.ID
		return err == nil
	})
	if ids != "dcb" || s.sent[1].URL.RawQuery != "ending_before=c&limit=2" {
		t.Error(ids, s.sent[1].URL)
	}
	if page.Data[0].ID != "c" {
		t.Error("the page itself is reversed")
	}
}
