import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { pack } from "../../infra/tools/pack.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { freshAddress } from "../support/cloud/cloud.ts";
import { call } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { edgesOf } from "../support/contract/boundaries.ts";
import { agentDocument, bodySchema, follow, platformDocument } from "../support/contract/openapi.ts";
import { newPartner } from "../support/partner/platform.ts";
import { artifactsDir } from "../support/process/artifacts.ts";

const dir = join(artifactsDir, "client-limits");

pack(dir);
const cloud = await sharedCloud();
const partner = await newPartner(cloud);
const driver = await partner.driver();
const { PlatformClient } = await import(join(dir, "client", "index.js"));
const platform = new PlatformClient({ baseUrl: cloud.url, apiKey: partner.key });

const date = "2026-07-01";
const driverBody = { email: "ana@example.com", first_name: "Ana", last_name: "Ng" };
const payout = () => ({ driver_id: driver.id, amount: 500, currency: "usd" });

/** A body in which everything but one field is well, and how a program of the client library sends it. */
const writes: [string, string[], () => Json, () => [path: string, (body: Json) => Promise<Json>]][] = [
  [
    "post /v1/drivers",
    ["email", "first_name", "phone", "ssn_last4", "metadata"],
    () => driverBody,
    () => ["/v1/drivers", (body) => platform.drivers.create(body)],
  ],
  [
    "post /v1/payments/payout",
    ["description", "currency", "method"],
    payout,
    () => ["/v1/payments/payout", (body) => platform.payouts.create(body)],
  ],
  [
    "post /v1/tax/{driver_id}/mileage",
    ["miles", "date", "purpose", "start_location"],
    () => ({ miles: 1, date }),
    () => [`/v1/tax/${driver.id}/mileage`, (body) => platform.tax.logMileage(driver.id, body)],
  ],
];

describe("over HTTP and in the TypeScript client, the documented limits hold:", () => {
  test.each(writes)("%s %p", async (operation, fields, base, of) => {
    const [path, byClient] = of();
    const { properties } = bodySchema(platformDocument, operation);
    for (const field of fields) {
      const { last, first } = edgesOf(platformDocument, properties[field], base()[field]);
      for (const [value, isAllowed] of [
        ...last.map((each) => [each, true]),
        ...first.map((each) => [each, false]),
      ]) {
        const body = { ...base(), [field]: value };
        const { status, json } = await partner.post(path, body);
        const seen = [field, value, status < 300];
        expect([...seen, json.error?.param?.split(".")[0]]).toEqual([
          field,
          value,
          isAllowed,
          isAllowed ? undefined : field,
        ]);
        const said = await byClient(body).then(
          () => true,
          (error) => error.status !== 400,
        );
        expect([field, value, said]).toEqual([field, value, isAllowed]);
      }
    }
  });

  /** Limits that depend on the account, on DNS or on the day, and that the handler keeps. */
  test.each([
    [
      "/v1/payments/payout",
      () => ({ ...payout(), amount: 1_000_000 }),
      () => ({ ...payout(), amount: 1_000_001 }),
      "amount",
    ],
    [
      "/v1/payments/payout",
      () => ({ ...payout(), amount: 100 }),
      () => ({ ...payout(), amount: 99 }),
      "amount",
    ],
    ...[
      "https://a\u0000b.example/",
      "https://example.com/\u202e",
      `https://example.com/${"a".repeat(2_048)}`,
    ].map(
      (url) =>
        [
          "/v1/webhooks",
          () => ({ url: "http://localhost:9/", events: ["*"] }),
          () => ({ url, events: ["*"] }),
          "url",
        ] as const,
    ),
    ...["https://a\u0000b.example/", "https://example.com/\u202e"].map(
      (redirect_url) =>
        [
          () => `/v1/earnings/${driver.id}/connect`,
          () => ({ platform: "uber", redirect_url: "https://example.com/" }),
          () => ({ platform: "uber", redirect_url }),
          "redirect_url",
        ] as const,
    ),
  ] as const)("%p", async (path, good, bad, param) => {
    const at = typeof path === "string" ? path : path();
    expect((await partner.post(at, good())).status).toBe(201);
    const { status, json } = await partner.post(at, bad());
    expect([status, json.error.param]).toEqual([400, param]);
  });
});

describe("over MCP, the documented limits hold:", () => {
  const tools = (toolOperations as readonly Operation[]).filter(({ body, query }) => body ?? query);
  const schemasOf = (op: Operation): Record<string, Json> => {
    if (op.body) return bodySchema(agentDocument, `post ${op.path}`).properties;
    const { parameters } = agentDocument.paths[op.path].get;
    const all = parameters.map((each: Json) => follow(agentDocument, each));
    return Object.fromEntries(all.map(({ name, schema }: Json) => [name, schema]));
  };

  test.each(tools.map((op) => [op.tool?.name ?? "", op] as const))("%s", async (name, op) => {
    const base: Json = op.body
      ? { ...op.bodyExample, sandbox: true }
      : { filing_status: "single", magi: 50_000 };
    for (const [field, schema] of Object.entries(schemasOf(op)).filter(([field]) => field !== "partner_id")) {
      // An empty argument is an absent one.
      const { last, first } = edgesOf(agentDocument, schema, base[field]);
      const values = [...last.map((each) => [each, true]), ...first.map((each) => [each, false])];
      for (const [value, isAllowed] of values.filter(([value]) => value !== "")) {
        const { isError } = await call(cloud, name, { ...base, [field]: value }, {
          from: freshAddress(),
        } as never);
        expect([field, value, isError ?? false]).toEqual([field, value, !isAllowed]);
      }
    }
  });
});
