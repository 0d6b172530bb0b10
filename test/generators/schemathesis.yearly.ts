import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { freshAddress } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { lackOf, pythonPrograms } from "../support/installed-programs.ts";
import { newPartner } from "../support/partner/platform.ts";
import { emptyFolder } from "./programs.ts";

/** Makes requests from a document, valid ones and others, and compares the replies with the document. */
const PACKAGE = "schemathesis==4.32.5";

/** One phase makes valid requests and others, and the same ones in each run. */
const OPTIONS =
  "--phases fuzzing --seed 50 --continue-on-failure --no-shrink --no-color --output-truncate false --request-timeout 30".split(
    " ",
  );

type Request = [path: string, json?: object, headers?: Record<string, string>];
const BETWEEN = "starting_after=drv_01kadz8v7w6x5y4t3s2r1q0p9n&ending_before=drv_01kadz8v7w6x5y4t3s2r1q0p9n";
const PAYOUT = { driver_id: "DRIVER", amount: 100, currency: "usd" };
const PAYOUT_ID = "pay_01kadz8v7w6x5y4t3s2r1q0p9n";
const SIGNUP = { name: "Ana", email: "ana@example.com", agent: { name: "Example" } };
const BANK = { account_number: "12345", account_type: "checking" };

/** What the program reports although the document cannot say it, by reason. Each request is reported. */
const ACCEPTED: Record<string, [report: RegExp, ...request: Request][]> = {
  "OpenAPI has no rule over two parameters, or over a header and a field": [
    [/Send `starting_after` or `ending_before`, not both/, `/v1/drivers?${BETWEEN}`],
    [/Send `payout` alone/, `/v1/contributions?payout=${PAYOUT_ID}&status=settled`],
    [/Send `payout`, or `driver_id`, or/, `/v1/balance_transactions?payout=${PAYOUT_ID}&type=funding`],
    [
      /`Idempotency-Key` header and `idempotency_key` differ/,
      "/v1/payments/payout",
      { ...PAYOUT, idempotency_key: "a" },
      { "idempotency-key": "b" },
    ],
    [/`rule` must be/, "/v1/test_helpers/savings/DRIVER/act", { act: "agree" }],
    [/must be 1 to 255 visible ASCII/, "/v1/payments/payout", PAYOUT, { "idempotency-key": '"' }],
  ],
  "a form does not say whether a host, partner, gig platform or token exists": [
    [
      /The host name does not resolve/,
      "/v1/webhooks",
      { url: "https://no-such-host.example.com", events: ["*"] },
    ],
    [/partner_unknown/, "/api/agent/signups", { ...SIGNUP, partner_id: "nobody" }],
    [
      /`platform` must be one of/,
      "/v1/earnings/DRIVER/connect",
      { platform: "a0", redirect_url: "https://a.example" },
    ],
    [/`plaid_token` must be a token/, "/v1/drivers/DRIVER/bank-accounts", { plaid_token: "a" }],
  ],
  "a pattern computes no checksum and knows no calendar": [
    [/valid check digit/, "/v1/drivers/DRIVER/bank-accounts", { ...BANK, routing_number: "123456789" }],
    [/`period` must be a range of two valid dates/, "/v1/earnings/DRIVER?period=2026-02-30..2026-03-01"],
    [
      /`date` must be [\d-]+ or (?:later|earlier)/,
      "/v1/tax/DRIVER/mileage",
      { miles: 1, date: "1999-01-01" },
    ],
    [
      /`since` must be a timestamp within the last 30 days/,
      "/v1/webhooks/wh_01kadz8v7w6x5y4t3s2r1q0p9n/replay",
      { since: "2000-01-01T00:00:00Z" },
    ],
  ],
  "`multipleOf` of a fraction fails for valid numbers, and a query writes a small number as 1e-06": [
    [/with at most two decimal places/, "/v1/tax/DRIVER/mileage", { miles: 1.001, date: "2026-07-01" }],
    [/[?&]magi=[\d.]+e-/i, "/api/agent/eligibility?magi=1e-06&filing_status=single"],
  ],
  "a maximum depends on the mode and the tier, and the description names both": [
    [/`amount` must be at most 1,000,000 cents/, "/v1/payments/payout", { ...PAYOUT, amount: 1_000_001 }],
  ],
};
const accepted = Object.values(ACCEPTED).flat();

/** The reports of failures, each under its operation. Timeouts of a busy machine are no failures. */
function reportsIn(output: string): string[] {
  const failures = /=+ FAILURES =+\n(.*?)\n=+ (?:WARNINGS|SUMMARY) =+/s.exec(output)?.[1] ?? "";
  return failures.split(/^(?=_+ \S+ \S+ _+$)/m).flatMap((operation) => {
    const [name = "", ...cases] = operation.split(/^\d+\. Test Case ID: /m);
    return cases.map((report) => `${name.replace(/^_+ | _+\s*$/g, "")}: ${report}`);
  });
}

/** A browser sends every field of a form, so an empty one counts as absent. */
const EMPTY_FIELD = /x-www-form-urlencoded' -d '(?:\S*&)?\w+=[&']/;

/** A batch is accepted with its wrong items, and each has its own result. A page of a settlement is a CSV. */
const OF_OTHER_SUITES = /\[202\] Accepted:.*\/v1\/payments\/batches|Send it with `Accept: text\/csv` only/s;

/** Each failure of an accepted report has to be its only one. */
const isKnown = (report: string) =>
  report.match(/^- ST\d+/gm)?.length === 1 &&
  (EMPTY_FIELD.test(report) ||
    OF_OTHER_SUITES.test(report) ||
    accepted.some(([known]) => known.test(report)));

/** A virtual minute is a second, so no quota hides an operation. */
const cloud = await sharedCloud(60);
const note = lackOf(["python3"]);
const testHere = note ? test.skip : test;

testHere.each([
  ["/v1/openapi.json", { examples: 3, seconds: 200 }],
  ["/api/openapi.json", { examples: 8, seconds: 100 }],
])(
  `schemathesis finds nothing in %s but what the list accepts${note}`,
  async (path, { examples, seconds }) => {
    const { key } = await newPartner(cloud);
    // The program waits 10 s for the document, and a cold function may need more on a busy machine.
    await cloud.call(path);
    const folder = emptyFolder(`schemathesis${path.replaceAll("/", "-")}`);
    const { stdout, stderr } = spawnSync(
      join(pythonPrograms([PACKAGE]), "schemathesis"),
      [
        "run",
        cloud.url + path,
        "--url",
        cloud.url,
        "--header",
        `Authorization: Bearer ${key}`,
        "--max-examples",
        `${examples}`,
        "--max-time",
        `${seconds}`,
        ...OPTIONS,
      ],
      { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    );
    const tested = Number(/^ {2}Tested: (\d+)$/m.exec(stdout)?.[1]);
    expect([tested > 0, stderr]).toEqual([true, ""]);
    expect(reportsIn(stdout).filter((report) => !isKnown(report))).toEqual([]);
  },
  10 * 60_000,
);

test("the service answers each request of the list as its entry says", async () => {
  const partner = await newPartner(cloud);
  const { id } = await partner.driver();
  for (const [report, ...request] of accepted) {
    const [path, json, headers]: Request = JSON.parse(JSON.stringify(request).replace("DRIVER", id));
    // The program has used up the day of its own address.
    const call = { ...(json && { method: "POST", json }), ...(headers && { headers }), from: freshAddress() };
    const { status, text } = await partner.call(path, call);
    expect([status, `${path} ${text}`]).toEqual([400, expect.stringMatching(report)]);
  }
});
