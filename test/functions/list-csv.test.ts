import { expect, test } from "@jest/globals";
import { newAccount } from "../../shared/domain/account/account.ts";
import { newKeyRecord } from "../../shared/domain/account/api-key.ts";
import { newMember } from "../../shared/domain/account/member.ts";
import { DriverTotals } from "../../shared/domain/driver/driver.ts";
import { newDelivery } from "../../shared/domain/webhook/delivery.ts";
import type { Result } from "../../shared/http/serve/responses.ts";
import { activityPage } from "../../shared/pages/developers/account/activity-page.tsx";
import { teamPage } from "../../shared/pages/developers/account/team-pages.tsx";
import { eventsPage } from "../../shared/pages/developers/delivery-pages.tsx";
import { endpointPage } from "../../shared/pages/developers/endpoint-page.tsx";
import { endpointsPage } from "../../shared/pages/developers/endpoints-page.tsx";
import type { Shown } from "../../shared/pages/developers/frame.tsx";
import { keysPage } from "../../shared/pages/developers/keys-page.tsx";
import { driversPage } from "../../shared/pages/developers/money/drivers-page.tsx";
import { payoutsPage } from "../../shared/pages/developers/money/payouts-page.tsx";
import { requestsPage } from "../../shared/pages/developers/requests-page.tsx";

const now = new Date("2026-11-21T09:30:00.000Z");
const at = "2026-11-20T08:00:00.000Z";
const email = "ana@acme.example";
const page: Shown = {
  ...{ csrf: "c", formId: "i", path: "/developers/x/test", email, member_id: "mbr_1", role: "admin" },
  ...{ company: "Acme", isVerified: false, isSuspended: false, mode: "test" },
};
const shown: Shown = { ...page, csvDay: "2026-11-21" };
const place = { path: page.path, query: new URLSearchParams("status=x"), older: undefined };
const of = { place, now, done: undefined };

const id = (prefix: string) => `${prefix}_${"0".repeat(22)}abcd`;
const driver = {
  ...{ id: id("drv"), first_name: "=SUM(1)", last_name: 'Ng, "Zoë"', created_at: at, bank_accounts: [] },
  ...{ platforms_connected: new Set(["uber", "lyft", "doordash"]), totals: DriverTotals.parse({}) },
} as never;
const payout = {
  ...{ id: id("pay"), amount: 123_456_789, status: "failed", failure_code: "account_closed", created_at: at },
  ...{ method: "standard", driver_id: id("drv") },
} as never;
const event = {
  id: id("evt"),
  type: "payment.completed",
  created_at: at,
  data: { id: id("pay"), amount: 5 },
};
const account = newAccount({ partner_id: "acme" }, now);
const key = { ...newKeyRecord(account, "test", ["payments:read", "drivers:write"], new Date(at)), name: "n" };
const member = newMember({ account_id: "acct_1", partner_id: "acme", email, role: "admin" }, new Date(at));
const url = `https://a.example/${"u".repeat(400)}`;
const endpoint = { id: id("wh"), url, events: ["payment.completed"], status: "active", created_at: at };
const health = { all: 0, delivered: 0, atFirst: 0, missed: 0, waiting: 0 };
const theirs = { id: id("wh"), account_id: "acct_1", mode: "test" } as const;
const failed = { at, method: "POST", route: "/v1/payments", status: 400, code: "c", param: "p".repeat(60) };
const change = {
  ...{ activity_id: "act_1", account_id: "acct_1", member_id: "mbr_2", at, request_id: "r" },
  ...{ action: "POST /developers/webhooks/{mode}/{id}/ping", objects: [id("wh"), id("dlv")], result: "done" },
};

type Case = [name: string, result: (shown: Shown) => Result, lines: readonly string[]];
const cases: readonly Case[] = [
  [
    "drivers",
    (by) => driversPage(by, { ...of, drivers: [driver], count: 1 }),
    [
      "Driver,Status,Bank account,Gig platforms,Paid,ID,Added",
      `"'=SUM(1) Ng, ""Zoë""",No bank account,None,"doordash, lyft, uber",0.00,${id("drv")},${at}`,
    ],
  ],
  [
    "payouts",
    (by) => payoutsPage(by, { ...of, payouts: [payout], names: new Map(), count: 1, paid: 1 }),
    [
      "Amount,Status,Driver,Method,Payout,Created",
      `1234567.89,Failed Account closed,Deleted driver,Standard,${id("pay")},${at}`,
    ],
  ],
  [
    "events",
    (by) => eventsPage(by, { ...of, events: [event], count: 1 }),
    ["Event,Object,Amount,ID,Created", `payment.completed,${id("pay")},0.05,${id("evt")},${at}`],
  ],
  [
    "deliveries",
    (by) =>
      endpointPage(by, {
        ...{ ...of, endpoint, health, events: [event], status: undefined },
        deliveries: [
          newDelivery(id("dlv"), { id: id("evt"), type: "payment.completed" }, theirs, new Date(at)),
        ],
      } as never),
    [
      "Event,Status,Object,Last attempt,Next attempt,Created",
      `payment.completed,Pending,${id("pay")},No attempt yet,${at},${at}`,
    ],
  ],
  [
    "endpoints",
    (by) => endpointsPage(by, { ...of, endpoints: [{ endpoint, health }] } as never),
    [
      "URL,Status,Last success,Events,Endpoint,Created",
      `${url},No delivery yet,–,payment.completed,${id("wh")},${at}`,
    ],
  ],
  [
    "requests",
    (by) =>
      requestsPage(by, {
        ...{ ...of, counts: [], failures: [], hasMore: false },
        requests: [{ ...failed, request_id: "req-1", key_ending: "abcd" }],
      } as never),
    ["Request,Status,Latency,Key,ID,Time", `POST /v1/payments,400 c: ${"p".repeat(60)},–,…abcd,req-1,${at}`],
  ],
  [
    "keys",
    (by) => keysPage(by, { ...of, keys: [{ ...key, ending: "abcd" }], isLiveOpen: false }),
    [
      "Name,Key,Permissions,Created,Last used,Status",
      `n,svc_test_…abcd,"payments:read, drivers:write",${at},Not used yet,Active`,
    ],
  ],
  [
    "activity",
    (by) => activityPage(by, { ...of, activities: [change], members: [] } as never),
    ["Change,Objects,Result,Person,Time", `Send a ping,${id("wh")} ${id("dlv")},,a former member,${at}`],
  ],
  [
    "team",
    (by) => teamPage(by, { ...of, members: [{ ...member, member_id: "mbr_1", signed_in_at: at }] }),
    ["Email,You,Role,Signed in", `${email},You,Admin,${at}`],
  ],
];

test.each(cases)("the file of %s has what its table shows, in plain values", (name, resultOf, lines) => {
  const { headers, body } = resultOf(shown);
  expect(body).toBe(`\ufeff${lines.join("\r\n")}\r\n`);
  expect(headers["content-disposition"]).toBe(`attachment; filename="${name}-test-2026-11-21.csv"`);
  // The page links to the file, with its filters.
  expect(resultOf(page).body).toContain(`href="${page.path}?status=x&amp;format=csv">CSV</a>`);
});

test("the name of a file says that the list has more rows", () => {
  const more = { ...place, older: id("pay") };
  const { headers } = payoutsPage(shown, {
    ...{ ...of, payouts: [payout], names: new Map(), count: 2_000, paid: undefined, place: more },
  });
  expect(headers["content-disposition"]).toContain("payouts-test-2026-11-21-part.csv");
});

test("an empty list has no file, and its page no link", () => {
  const empty = (by: Shown) => payoutsPage(by, { ...of, payouts: [], names: new Map(), count: 0, paid: 0 });
  for (const by of [page, shown]) {
    expect(empty(by).headers["content-type"]).toContain("text/html");
    expect(empty(by).body).not.toContain("format=csv");
  }
});
