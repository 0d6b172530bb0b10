import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import { errors } from "../../shared/contract/errors.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { anyCharacter } from "../support/any-text.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner, type Partner } from "../support/partner/platform.ts";
import { savingsPath } from "../support/partner/savings.ts";

/** A virtual second is shorter than twenty calls, so the burst quota is never used up. */
const TIME_SCALE = 60;
const RUNS = 12;
/** No server listens here. */
const HOOK = "http://localhost:9/hook";

/** Ids that exist, by the path segment before the parameter, and by the name of the body's field. */
let inPaths: Record<string, string> = { signups: "svc_sgn_none" };
let inBodies: Record<string, string> = {};
const cloud = await sharedCloud(TIME_SCALE);
// Payouts stay pending, so a test helper can move them.
await cloud.inject({ kind: "error", caller: "settle-payout" });

/** A partner with one object of each kind. An operation may delete its objects, so it shares none. */
async function withObjects(of: string): Promise<Partner> {
  const owner = await newPartner(cloud);
  // A driver with a pending payout cannot be deleted.
  const [driver, paid] = await Promise.all([owner.driver(), owner.driver()]);
  const payout = await owner.payout(paid.id, { method: of === "refund-payout" ? "instant" : "standard" });
  if (of === "act-on-savings") await owner.create(savingsPath(driver.id), {});
  const account = await owner.bankAccount(driver.id, "1111");
  const date = "2026-07-01";
  const trip = await owner.create(`/v1/tax/${driver.id}/mileage`, { miles: 1, date });
  const bought = { category: "supplies", amount: 100, business_share: 100, date };
  const expense = await owner.create(`/v1/tax/${driver.id}/expenses`, bought);
  const { id: webhooks } = await owner.create("/v1/webhooks", { url: HOOK, events: ["*"] });
  const ping = await owner.create(`/v1/webhooks/${webhooks}/ping`, undefined);
  inPaths = { payments: payout.id, platform: "uber", bank_account_id: account.id };
  for (const what of ["drivers", "earnings", "savings", "tax"]) inPaths[what] = driver.id;
  Object.assign(inPaths, { mileage: trip.id, expenses: expense.id });
  Object.assign(inPaths, { webhooks, delivery_id: ping.id, events: ping.event_id });
  inBodies = { driver_id: driver.id, url: HOOK };
  return owner;
}

const nasty = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "null",
    "__proto__",
    "constructor",
    "\u0000",
    "\ud800",
    "💥".repeat(300),
    "../..",
    "%00",
  ),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, -0, 99, 100.5, 2 ** 53, [], {}),
  fc.dictionary(nasty, nasty, { maxKeys: 2 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A valid body with random changes: replaced, removed or added fields. */
const mutated = (example: Record<string, unknown>) =>
  fc
    .array(
      fc.tuple(fc.constantFrom(...Object.keys(example), "surprise", "metadata", "__proto__"), anything),
      { minLength: 1, maxLength: 3 },
    )
    .chain((changes) =>
      fc.array(fc.constantFrom(...Object.keys(example)), { maxLength: 1 }).map((removed) => {
        const body = Object.fromEntries([...Object.entries(example), ...changes]);
        for (const name of removed) delete body[name];
        return body;
      }),
    );

/** The documented example body with ids that exist, so the request reaches the write. */
const goodBody = ({ bodyExample: { idempotency_key: _, ...body } = {} }: Operation) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, inBodies[name] ?? value]));

/** The path with its ids, by the segment before the parameter or by the parameter's own name. */
const pathOf = (op: Operation, value: string | undefined) =>
  op.path.replace(/(\w+)\/\{(\w+)\}/g, (_, of: string, name: string) => {
    const id = value ?? inPaths[of] ?? inPaths[name] ?? "";
    return `${of}/${encodeURIComponent(id) || "_"}`;
  });

type Sent = {
  body: unknown;
  raw: string | undefined;
  query: [string, string][];
  id: string | undefined;
  key: string | undefined;
};

const requestTo = (op: Operation): fc.Arbitrary<Sent> =>
  fc.record({
    body: op.body
      ? fc.oneof({ weight: 5, arbitrary: mutated(goodBody(op)) }, anything)
      : fc.constant(undefined),
    raw: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, nasty),
    query: fc.array(fc.tuple(fc.constantFrom(...Object.keys(op.query?.shape ?? {}), "surprise"), nasty), {
      maxLength: 3,
    }),
    id: fc.oneof(fc.constant(undefined), nasty),
    key: fc.oneof(fc.constant(undefined), fc.stringMatching(/^[\x20-\x7e]{0,300}$/)),
  });

/**
 * The first runs send the valid request, and metadata that is hard to store: half a surrogate pair, and the
 * names that every object of JavaScript has.
 */
const hardNotes = [
  { a: "\ud800" },
  { "\udfff": "a" },
  ...["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"].map((name) =>
    JSON.parse(`{"${name}":"x"}`),
  ),
];
const firstRuns = (op: Operation) => {
  const notes = "metadata" in (op.body?.shape ?? {}) ? hardNotes : [];
  const bodies: unknown[] = [goodBody(op), ...notes.map((metadata) => ({ ...goodBody(op), metadata }))];
  return bodies.map((body): [Sent] => [{ body, raw: undefined, query: [], id: undefined, key: undefined }]);
};

function expectDocumentedReply(reply: Reply, sent: Json): void {
  const summary = [reply.status, reply.text.slice(0, 300), JSON.stringify(sent).slice(0, 400)];
  if (reply.status >= 500) throw new Error(`A fault: ${summary.join(" ")}`);
  expect(reply.text).not.toMatch(/\bat .*\.(ts|mjs|js):\d+|node_modules/);
  if (reply.status < 400) return;
  // The gateway itself replies to a path with a broken encoding.
  if (reply.json?.message === "Bad Request") return;
  const { error } = reply.json;
  expect(Object.keys(error).sort()).toEqual(["code", "doc_url", "message", "param", "type"]);
  const [status, type] = errors[error.code as keyof typeof errors];
  expect([error.type, reply.status]).toEqual([type, status]);
  expect(reply.headers["x-request-id"]).toBeTruthy();
}

describe("random requests get a documented reply or error, and never a fault", () => {
  test.each(operations.map((op) => [op.name, op] as const))("%s", async (_, op) => {
    const caller = op.scope ? await withObjects(op.name) : cloud;
    const statuses: number[] = [];
    await fc.assert(
      fc.asyncProperty(requestTo(op), async ({ body, raw, query, id, key }) => {
        const search = query
          .map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`)
          .join("&");
        const path = pathOf(op, id === undefined ? undefined : wellFormed(id));
        const takesBody = op.method === "POST" || op.method === "PATCH";
        const sent = {
          method: op.method,
          ...(takesBody && { body: raw ?? JSON.stringify(body) ?? "" }),
          headers: {
            ...(takesBody && { "content-type": "application/json" }),
            ...(key !== undefined && { "idempotency-key": key }),
          },
          from: freshAddress(),
        };
        const reply = await caller.call(search ? `${path}?${search}` : path, sent);
        statuses.push(reply.status);
        expectDocumentedReply(reply, { path, search, ...sent });
      }),
      { numRuns: RUNS + firstRuns(op).length, examples: firstRuns(op) },
    );
    // The unchanged request succeeds, so the changed ones could reach the write too.
    if (op.body) expect(statuses[0]).toBeLessThan(300);
  });
});

/** A URL cannot contain half a surrogate pair: it has no encoding. */
const wellFormed = (text: string) => text.toWellFormed();
