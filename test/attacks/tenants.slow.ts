import { describe, expect, test } from "@jest/globals";
import type { Call } from "../../infra/local/test/support/http.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";

/** The attacked account in test mode, another account, and the first account's other mode. */
const cloud = await sharedCloud(FAST_CLOCK);
const account = `tenant-${Date.now()}`;
const mine = await newPartner(cloud, { account });
await cloud.command("verify-account", { account });
const strangers = [await newPartner(cloud), await newPartner(cloud, { account, live: true })];

const hook = { url: "http://localhost:9/hook", events: ["*"] };

describe("an idempotency key of another account or mode", () => {
  const posts: [string, string, (partner: Partner) => Promise<object> | object][] = [
    ["a driver", "/v1/drivers", () => ({ email: "ana@example.com", first_name: "Ana", last_name: "Ng" })],
    ["a webhook endpoint", "/v1/webhooks", () => hook],
  ];

  test.each(posts)("creates %s of its own instead of replaying the other's", async (_, path, body) => {
    const once = { "idempotency-key": "the-same-for-all" };
    const first = await mine.post(path, await body(mine), once);
    const again = await mine.post(path, await body(mine), once);
    expect([first.status, again.headers["idempotent-replayed"]]).toEqual([201, "true"]);
    for (const stranger of strangers) {
      const reply = await stranger.post(path, await body(stranger), once);
      expect([reply.status, reply.headers["idempotent-replayed"]]).toEqual([201, undefined]);
      expect(reply.json.id).not.toBe(first.json.id);
    }
  });

  test("replays nothing to a key of the account that lacks the scope", async () => {
    const once = { "idempotency-key": "scoped" };
    const first = await mine.post("/v1/webhooks", hook, once);
    const narrow = await newPartner(cloud, { account: mine.accountId, scopes: "drivers:read" });
    const reply = await narrow.post("/v1/webhooks", hook, once);
    expect(first.status).toBe(201);
    expect(errorOf(reply).slice(0, 2)).toEqual([403, "scope_missing"]);
  });
});

describe("a cursor of another account or mode", () => {
  /** The lists whose cursor is an id. */
  const isList = ({ query, scope }: Operation) =>
    scope !== undefined && query && "starting_after" in query.shape;

  test("is a place in each list of its kind, and is refused by the others", async () => {
    const driver = await mine.driver();
    const endpoint = await mine.create("/v1/webhooks", hook);
    const { event_id, ...delivery } = await mine.create(`/v1/webhooks/${endpoint.id}/ping`, undefined);
    const payment = await mine.payout(driver.id);
    const date = "2026-07-01";
    const trip = await mine.create(`/v1/tax/${driver.id}/mileage`, { miles: 1, date });
    const bought = { category: "supplies", amount: 100, business_share: 100, date };
    const expense = await mine.create(`/v1/tax/${driver.id}/expenses`, bought);
    const ready = `/v1/test_helpers/tax/${driver.id}/1099_ready`;
    const form = await mine.create(ready, { year: 2025, gross_amount: 70_000 });
    const logged = [trip.id, expense.id, form.id];
    const cursors = [driver.id, endpoint.id, delivery.id, event_id, payment.id, ...logged];
    const lists = operations.filter(isList);
    expect(lists.length).toBeGreaterThan(3);

    for (const stranger of strangers) {
      const own = await stranger.create("/v1/webhooks", hook);
      const theirs = await stranger.driver();
      for (const { path, name, query } of lists)
        for (const cursor of cursors) {
          const filled = path
            .replace("{id}", path.includes("webhooks") ? own.id : theirs.id)
            .replace("{driver_id}", theirs.id);
          const asked: Call = { method: "GET" };
          const year = query && "year" in query.shape ? "year=2025&" : "";
          const reply = await stranger.call(`${filled}?${year}starting_after=${cursor}`, asked);
          // An id is a place in time. One of the list's kind shows the stranger's own objects alone.
          if (reply.status === 200) expect(cursors.filter((id) => reply.text.includes(id))).toEqual([]);
          else expect([name, ...errorOf(reply)]).toEqual([name, 400, "parameter_invalid", "starting_after"]);
        }
    }
  }, 180_000);
});
