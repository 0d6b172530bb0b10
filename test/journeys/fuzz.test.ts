import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { errors } from "../../shared/contract/errors.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { type Cloud, endClouds, freshAddress, type Json, type Reply, startCloud } from "../support/cloud.ts";
import { newPartner, type Partner } from "../support/platform.ts";

/** So fast that a virtual second is over before twenty calls are. */
const TIME_SCALE = 600;
const RUNS = 12;

let cloud: Cloud;
let partner: Partner;
let real: Record<string, string>;
beforeAll(async () => {
  cloud = await startCloud({ timeScale: TIME_SCALE });
  partner = await newPartner(cloud);
  const driver = await partner.driver();
  const payout = await partner.payout(driver.id, { method: "standard" });
  real = { drv: driver.id, pay: payout.id };
});
afterAll(endClouds);

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
  fc.string({ unit: "binary", maxLength: 40 }),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: nasty },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, -0, 99, 100.5, 2 ** 53, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A good body with some of it spoilt: fields replaced, taken away, added, or replaced inside. */
const spoilt = (example: Record<string, unknown>) =>
  fc
    .array(
      fc.tuple(fc.constantFrom(...Object.keys(example), "surprise", "metadata", "__proto__"), anything),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .chain((changes) =>
      fc.array(fc.constantFrom(...Object.keys(example)), { maxLength: 1 }).map((removed) => {
        const body = Object.fromEntries([...Object.entries(example), ...changes]);
        for (const name of removed) delete body[name];
        return body;
      }),
    );

const pathOf = (op: Operation, value: string | undefined) =>
  op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = (op.path.includes("payments") ? real.pay : real.drv) ?? "";
    return encodeURIComponent(value ?? (name === "signup_id" ? "svc_sgn_none" : id)) || "_";
  });

const requestTo = (op: Operation) =>
  fc.record({
    body: op.body
      ? fc.oneof({ weight: 5, arbitrary: spoilt(op.bodyExample ?? {}) }, anything)
      : fc.constant(undefined),
    raw: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, nasty),
    query: fc.array(fc.tuple(fc.constantFrom(...Object.keys(op.query?.shape ?? {}), "surprise"), nasty), {
      maxLength: 3,
    }),
    id: fc.oneof(fc.constant(undefined), nasty),
    key: fc.oneof(fc.constant(undefined), fc.stringMatching(/^[\x20-\x7e]{0,300}$/)),
  });

function expectDecent(reply: Reply, sent: Json): void {
  const told = [reply.status, reply.text.slice(0, 300), JSON.stringify(sent).slice(0, 400)];
  if (reply.status >= 500) throw new Error(`A fault of ours: ${told.join(" ")}`);
  expect(reply.text).not.toMatch(/\bat .*\.(ts|mjs|js):\d+|node_modules/);
  if (reply.status < 400) return;
  // The gateway's own answer to a path whose encoding is broken.
  if (reply.json?.message === "Bad Request") return;
  const { error } = reply.json;
  expect(Object.keys(error).sort()).toEqual(["code", "doc_url", "message", "param", "type"]);
  const [status, type] = errors[error.code as keyof typeof errors];
  expect([error.type, reply.status]).toEqual([type, status]);
  expect(reply.headers["x-request-id"]).toBeTruthy();
}

describe("whatever is sent, the answer is a reply or the envelope, and never a fault of ours:", () => {
  test.each(operations.map((op) => [op.name, op] as const))("%s", async (_, op) => {
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
        const reply = await (op.scope ? partner : cloud).call(search ? `${path}?${search}` : path, sent);
        expectDecent(reply, { path, search, ...sent });
      }),
      { numRuns: RUNS },
    );
  });
});

/** What a URL can hold: half a surrogate pair has no encoding. */
const wellFormed = (text: string) => text.toWellFormed();
