import { inspect, isDeepStrictEqual } from "node:util";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Use } from "../../infra/local/platform/usage.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import { roomOf } from "../../shared/contract/entry-points.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { keyedRequests, twice } from "../support/partner/keyed-requests.ts";

const cloud = await sharedCloud();
beforeEach(() => cloud.clearUsage());

const SIGNUPS = "/api/agent/signups";
const post = (path: string, json: object) => cloud.post(path, json, { from: freshAddress() });

async function spent({ name }: Operation): Promise<Use> {
  return (
    (await cloud.usage())[name] ?? { invocations: 0, calls: {}, writeUnits: 0, readUnits: 0, indexUnits: {} }
  );
}

async function expectWithinBudget(op: Operation): Promise<Use> {
  const use = await spent(op);
  expect(use.invocations).toBe(1);
  const calls = Object.values(use.calls).reduce((sum, n) => sum + n, 0);
  const { writeUnits: most } = op.budget;
  // A sandbox has the earnings of thirty days, which lie in one month or two.
  const varies = op.name === "create-sandbox-key" && use.writeUnits > most - 6 && use.writeUnits < most;
  const measured = { calls, writeUnits: varies ? most : use.writeUnits, readUnits: use.readUnits };
  if (!isDeepStrictEqual(measured, op.budget)) throw new Error(mismatch(op, measured, use));
  return use;
}

const mismatch = (op: Operation, measured: Operation["budget"], { calls, indexUnits }: Use) =>
  [
    `The budget of ${op.name} differs from its cost.`,
    `  shared/contract/${roomOf(op)}/${op.name}.ts says ${inspect(op.budget)}`,
    `  measured: ${inspect(measured)}`,
    `  by action: ${inspect(calls)}`,
    `  units by index: ${inspect(indexUnits)}`,
  ].join("\n");

/** A request for each operation that needs no key. test/support/partner/keyed-requests.ts has the others. */
const requests: Readonly<Record<string, () => Promise<{ status: number }>>> = {
  "start-signup": () => post(SIGNUPS, { email: freshEmail(), name: "Ana", platforms: ["uber"] }),
  "get-signup-status": () => cloud.call(`${SIGNUPS}/svc_sgn_00000000000000000000000000`),
  "get-product-info": () => cloud.call("/api/agent/product"),
  "check-roth-eligibility": () => cloud.call("/api/agent/eligibility?filing_status=single&magi=1"),
  "register-partner": () => post("/api/agent/partners", { company: freshEmail(), email: freshEmail() }),
  "get-partner": async () => {
    const company = { company: freshEmail(), email: freshEmail() };
    const { partner_id } = (await post("/api/agent/partners", company)).json;
    await cloud.clearUsage();
    return cloud.call(`/api/agent/partners/${partner_id}`);
  },
  "create-sandbox-key": async () => {
    const from = freshAddress();
    const ask = () => cloud.post("/api/agent/sandbox_keys", {}, { from });
    // After the first, the environment knows how full the lane is.
    await ask();
    await cloud.clearUsage();
    return ask();
  },
  "join-waitlist": () => post("/api/waitlist", { email: freshEmail() }),
  "get-agent-openapi": () => cloud.call("/api/openapi.json"),
};

const keyedOperations = operations.filter(({ path }) => path.startsWith("/v1/"));

describe("costs of operations", () => {
  test.each(Object.entries(requests))("%s costs its budget", async (name, request) => {
    await request();
    await expectWithinBudget(operations.find((op) => op.name === name) as Operation);
  });

  describe("with a key", () => {
    let keyed: Awaited<ReturnType<typeof keyedRequests>>;
    beforeAll(async () => {
      keyed = await keyedRequests(cloud);
    });

    test.each(keyedOperations.map((op) => [op.name, op] as const))(
      "%s costs its budget",
      async (name, op) => {
        const measure = async () => {
          const reply = await twice(cloud, keyed, name, cloud.clearUsage);
          expect(reply.status).toBeLessThan(300);
          await expectWithinBudget(op);
        };
        // On a busy machine the cached key can expire between the two requests, and is read again.
        await measure().catch(measure);
      },
    );

    test("every operation has a request", () => {
      const requested = [...Object.keys(requests), ...Object.keys(keyed)];
      expect(requested.sort()).toEqual(operations.map(({ name }) => name).sort());
    });
  });
});

/** One for the address, and one for the network's turn. */
const LIMITER = { "dynamodb:UpdateItem": 2 };

test("a replayed signup costs no extra read, because the failed transaction returns the first reply", async () => {
  const email = freshEmail();
  await post(SIGNUPS, { email });
  await cloud.clearUsage();
  await post(SIGNUPS, { email });
  expect((await expectWithinBudget(startSignupOperation)).calls).toEqual({
    ...LIMITER,
    "dynamodb:TransactWriteItems": 1,
  });
});

test("a partner's first signup costs one read, later ones none", async () => {
  const { partner_id } = (await post("/api/agent/partners", { company: freshEmail(), email: freshEmail() }))
    .json;
  await post(SIGNUPS, { email: freshEmail(), partner_id });
  expect(await spent(startSignupOperation)).toMatchObject({
    calls: { "dynamodb:GetItem": 1 },
    readUnits: 1,
  });
  await cloud.clearUsage();
  await post(SIGNUPS, { email: freshEmail(), partner_id });
  await expectWithinBudget(startSignupOperation);
});

test("an address that is known to be over its limit costs no call", async () => {
  const from = freshAddress();
  for (let i = 0; i < 11; i++) await cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from });
  await cloud.clearUsage();
  for (let i = 0; i < 5; i++) await cloud.post(SIGNUPS, { email: freshEmail(), sandbox: true }, { from });
  const { invocations, calls } = await spent(startSignupOperation);
  expect([invocations, calls]).toEqual([5, {}]);
});
