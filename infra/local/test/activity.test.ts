import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Activity, type ActivityEntry } from "../activity/activity.ts";
import { type Describer, loadDescriber } from "../activity/describer.ts";
import { entryLines, lookOf } from "../activity/entry-line.ts";
import { maskedAddress, shownPath } from "../activity/shown-text.ts";
import { requestIdOf, traceOf } from "../activity/trace.ts";
import { loadKnowledge } from "../console/app-knowledge.ts";
import { eventually } from "./support/eventually.ts";
import { inFolder } from "./support/in-folder.ts";

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

  test("the day has a line of its own where it changes", () => {
    const line = entryLines(() => plain);
    const days = ["2026-11-22", "2026-11-22", "2026-11-23"].map((day) =>
      line(entry({ at: `${day}T00:00:00.000Z` })),
    );
    expect(days.map((text) => text.split("\n").slice(0, -1))).toEqual([["2026-11-22"], [], ["2026-11-23"]]);
  });

  test("a terminal has colours unless NO_COLOR is set, and a pipe has none", () => {
    const terminal = { isTTY: true, columns: 100 };
    const before = process.env.NO_COLOR;
    delete process.env.NO_COLOR;
    expect([lookOf(terminal), lookOf({})]).toEqual([{ columns: 100, colour: true }, plain]);
    process.env.NO_COLOR = "1";
    expect(lookOf(terminal).colour).toBe(false);
    if (before === undefined) delete process.env.NO_COLOR;
    else process.env.NO_COLOR = before;
  });

  test("it has the time, kind, what, result, ms and short id", () =>
    expect(lineOf(entry(), plain)).toBe(
      `04:16:59 request  GET /health${" ".repeat(26)}200         12ms 3f2a9c1d`,
    ));

  test.each([
    entry({ what: `POST /${"x".repeat(300)}` }),
    entry({ what: "y".repeat(300), result: "z".repeat(300), kind: "k".repeat(30), ms: 1_234_567 }),
    entry({ what: "POST /v1/payments/payout", result: "409 idempotency_key_reused" }),
  ])("a long entry fits 80 columns", (long) => {
    expect(lineOf(long, plain).length).toBeLessThanOrEqual(80);
    expect(lineOf(long, plain)).toMatch(/3f2a9c1d$/);
  });

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

  test("a describer that throws warns once, and its lines are generic", () =>
    inFolder(async (dir) => {
      const file = join(dir, "describer.mjs");
      writeFileSync(file, "export const describe = () => { throw new Error('broken'); };");
      const warnings: string[] = [];
      const throwing = await loadDescriber(file, (message) => warnings.push(message));
      for (let i = 0; i < 2; i++) {
        const entries = await recorded((activity) => activity.invoked({ ...about, payload: "{}" }), throwing);
        expect(entries).toEqual([expect.objectContaining({ kind: "invoke", what: "worker" })]);
      }
      expect(warnings).toEqual([expect.stringMatching(/cannot describe an invocation of worker: .*broken/)]);
      expect(
        (await loadDescriber(join(dir, "none.ts"), () => {}))({ function: "f", log: [], ok: true }),
      ).toBe(undefined);
    }));

  test("a describer may be in a folder with marks of a URL in its name", () =>
    inFolder(async (parent) => {
      const dir = join(parent, "a#b?c%20d");
      mkdirSync(dir);
      const file = join(dir, "describer.mjs");
      writeFileSync(
        file,
        "export const describe = () => [{ what: 'own' }]; export const joinsIn = () => ['id'];",
      );
      const [entry] = await recorded(
        (activity) => activity.invoked({ ...about, payload: "{}" }),
        await loadDescriber(file, () => {}),
      );
      expect(entry).toMatchObject({ what: "own" });
      expect((await loadKnowledge(file)).joinsIn("")).toEqual(["id"]);
    }));

  test("a line that cannot be shown warns once, and nothing fails", async () => {
    const warnings: string[] = [];
    const unshown = () => [{ result: undefined as unknown as string }];
    const show = entryLines(() => ({ columns: 80, colour: false }));
    const activity = new Activity(unshown, [show], (message) => warnings.push(message));
    for (let i = 0; i < 2; i++) activity.invoked({ ...about, payload: "{}" });
    expect(warnings).toEqual([expect.stringMatching(/^A line about invoke worker cannot be shown: /)]);
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
