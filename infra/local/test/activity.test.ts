import { describe, expect, test } from "@jest/globals";
import { Activity, type ActivityEntry } from "../activity/activity.ts";
import type { Describer } from "../activity/describer.ts";
import { entryLines } from "../activity/entry-line.ts";
import { maskedAddress, shownPath } from "../activity/shown-text.ts";
import { requestIdOf, traceOf } from "../activity/trace.ts";
import { eventually } from "./support/eventually.ts";

const ID = "3f2a9c1d-0b5e-4c57-9d1a-5f6e7a8b9c0d";
const entry = (more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  at: "2026-11-22T04:16:59.123Z",
  kind: "request",
  what: "GET /health",
  result: "200",
  failed: false,
  ms: 12.4,
  request: ID,
  ...more,
});

describe("a path as people see it", () => {
  const shown = (path: string, template?: string, query = "") =>
    shownPath({ path, query }, template?.split("/").slice(1));

  test.each([
    [
      "/v1/drivers/drv_01m80qhgwkycgyp8ray2h1sf3r",
      "/v1/drivers/{id}",
      "/v1/drivers/drv_01m80qhgwkycgyp8ray2h1sf3r",
    ],
    [
      `/signup/${"s".repeat(30)}/${"t".repeat(43)}`,
      "/signup/{signup_id}/{proof}",
      `/signup/${"s".repeat(30)}/{proof}`,
    ],
    [`/nowhere/${"t".repeat(43)}`, undefined, "/nowhere/tttttttt…"],
    ["/nowhere/quinn%40example.org", undefined, "/nowhere/q***@example.org"],
    ["/v1/drivers/quinn@example.org", "/v1/drivers/{id}", "/v1/drivers/q***@example.org"],
    ["/a%1b%5b31m/%0A", undefined, "/a\\x1b[31m/\\x0a"],
    ["/%ff", undefined, "/%ff"],
  ])("%s of the route %s is shown as %s", (path, template, expected) =>
    expect(shown(path, template)).toBe(expected),
  );

  test("a query is shown without its names and values", () =>
    expect(shown("/docs", "/docs", "email=quinn@example.org")).toBe("/docs?…"));

  test("an address with a name keeps the first letter and the domain only", () =>
    expect(maskedAddress("Quinn Doe <quinn.doe@example.org>")).toBe("q***@example.org"));
});

describe("an entry as a line", () => {
  const plain = { columns: 80, colour: false };
  /** The line of an entry without the line of its day. */
  const lineOf = (one: ActivityEntry, look: typeof plain) =>
    entryLines(() => look)(one)
      .split("\n")
      .slice(1)
      .join("\n");

  test("control characters are escaped, and colours only wrap a failed result", () => {
    const line = lineOf(entry({ what: "a\u001b[2Jb\nc", failed: true }), { columns: 80, colour: true });
    expect(line).toContain("a\\x1b[2Jb\\x0ac");
    expect(line).toContain("\u001b[31m200");
    expect(lineOf(entry({ failed: true }), plain)).not.toContain("\u001b");
  });
});

test("a request id survives its way through the trace id", () => {
  expect(requestIdOf(traceOf(ID))).toBe(ID);
  expect(requestIdOf(`{"xray_trace_id":"1-3f2a9c1d-0b5e4c579d1a5f6e7a8b9c0d"}`)).toBe(ID);
  expect(requestIdOf("{}")).toBeUndefined();
});

describe("the recorder", () => {
  const recorded = async (act: (activity: Activity) => void, describer: Describer = () => undefined) => {
    const entries: ActivityEntry[] = [];
    act(new Activity(describer, [(one) => entries.push(one)], () => {}));
    await eventually(async () => entries.length > 0);
    return entries;
  };
  const outcome = { ok: true, payload: "null" } as const;
  const about = { function: "worker", requestId: ID, written: [], startedAt: performance.now(), outcome };

  test.each([
    [{ Records: [{ eventSource: "aws:sqs" }] }, { kind: "queue", what: "worker", result: "1 record" }],
    [{ Records: [{ eventSource: "aws:dynamodb" }, {}] }, { kind: "stream", result: "2 records" }],
    [{ source: "aws.scheduler" }, { kind: "schedule", result: "done" }],
    [{ any: "input" }, { kind: "invoke", result: "done", failed: false }],
  ])("an invocation with %j has a generic line", async (event, expected) => {
    const entries = await recorded((activity) =>
      activity.invoked({ ...about, payload: JSON.stringify(event) }),
    );
    expect(entries).toEqual([expect.objectContaining({ ...expected, request: ID })]);
  });

  test("reported and thrown failures fail the line", async () => {
    const payload = JSON.stringify({ Records: [{ eventSource: "aws:sqs" }, {}] });
    const partly = { ok: true, payload: '{"batchItemFailures":[{"itemIdentifier":"1"}]}' } as const;
    const thrown = { ok: false, errorType: "TypeError", errorMessage: "quinn@example.org" } as const;
    const [first] = await recorded((activity) => activity.invoked({ ...about, payload, outcome: partly }));
    expect(first).toMatchObject({ result: "1 of 2 failed", failed: true });
    const [second] = await recorded((activity) => activity.invoked({ ...about, payload, outcome: thrown }));
    expect(second).toMatchObject({ result: "TypeError", failed: true });
    expect(JSON.stringify(second)).not.toContain("quinn");
  });

  test("an email has a masked address and the request of the function that sent it", async () => {
    const [mail] = await recorded((activity) =>
      activity.called(
        "send-mail",
        "ses:SendEmail",
        { Destination: { ToAddresses: ["quinn@example.org"] } },
        200,
        traceOf(ID),
      ),
    );
    expect(mail).toMatchObject({ kind: "email", what: "to q***@example.org", result: "sent", request: ID });
  });
});
