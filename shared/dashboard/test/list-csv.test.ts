import { expect, test } from "@jest/globals";
import { DriverTotals } from "../../domain/driver/driver.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { Shown } from "../frame/shown.tsx";
import { driversPage } from "../drivers/drivers-page.tsx";
import { payoutsPage } from "../payouts/payouts-page.tsx";

const now = new Date("2026-11-21T09:30:00.000Z");
const at = "2026-11-20T08:00:00.000Z";
const email = "ana@acme.example";
const page: Shown = {
  csrf: "c",
  formId: "i",
  path: "/developers/x/test",
  email,
  member_id: "mbr_1",
  role: "admin",
  company: "Acme",
  isVerified: false,
  isSuspended: false,
  allowsLocalhost: false,
  mode: "test",
  now,
};
const shown: Shown = { ...page, csvDay: "2026-11-21" };
const place = { path: page.path, query: new URLSearchParams("status=x"), older: undefined };
const of = { place };

const id = (prefix: string) => `${prefix}_${"0".repeat(22)}abcd`;
const driver = {
  id: id("drv"),
  first_name: "=SUM(1)",
  last_name: 'Ng, "Zoë"',
  created_at: at,
  bank_accounts: [],
  platforms_connected: new Set(["uber", "lyft", "doordash"]),
  totals: DriverTotals.parse({}),
} as never;
const payout = {
  id: id("pay"),
  amount: 123_456_789,
  status: "failed",
  failure_code: "account_closed",
  created_at: at,
  method: "standard",
  driver_id: id("drv"),
  currency: "usd",
  fee: 150,
  net_amount: 123_456_639,
  tip_amount: 2_050,
  description: '=1, "x"',
  metadata: '{"team":"north"}',
} as never;
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
    (by) => payoutsPage(by, { ...of, payouts: [payout], names: new Map(), count: 1, paid: 1, payees: [] }),
    [
      "id,status,amount,currency,method,driver_id,bank_account_id,fee,fee_refunded,net_amount,tip_amount,bank_amount,savings_amount,savings_reason,refunded_amount,description,metadata,failure_code,created_at,completed_at,failed_at,canceled_at,refunded_at,refund_reason,expected_at,submitted_at,return_code",
      `${id("pay")},failed,1234567.89,usd,standard,${id("drv")},,1.50,1.50,1234566.39,20.50,1234566.39,0.00,,0.00,"'=1, ""x""","{""team"":""north""}",account_closed,${at},,,,,,,,`,
    ],
  ],
];

test.each(cases)("the file of %s has one fact a column, in plain values", (name, resultOf, lines) => {
  const { headers, body } = resultOf(shown);
  expect(body).toBe(`\ufeff${lines.join("\r\n")}\r\n`);
  expect(headers["content-disposition"]).toBe(`attachment; filename="${name}-test-2026-11-21.csv"`);
  // The page links to the file, with its filters.
  expect(resultOf(page).body).toContain(`href="${page.path}?status=x&amp;format=csv">CSV</a>`);
});

test("the name of a file says that the list has more rows", () => {
  const more = { ...place, older: id("pay") };
  const { headers } = payoutsPage(shown, {
    ...of,
    payouts: [payout],
    names: new Map(),
    count: 2_000,
    paid: undefined,
    place: more,
    payees: [],
  });
  expect(headers["content-disposition"]).toContain("payouts-test-2026-11-21-part.csv");
});

test("an empty list has no file, and its page no link", () => {
  const empty = (by: Shown) =>
    payoutsPage(by, { ...of, payouts: [], names: new Map(), count: 0, paid: 0, payees: [] });
  for (const by of [page, shown]) {
    expect(empty(by).headers["content-type"]).toContain("text/html");
    expect(empty(by).body).not.toContain("format=csv");
  }
});
