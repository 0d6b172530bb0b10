import { describe, expect, test } from "@jest/globals";
import { operations } from "../../shared/contract/service.ts";
import { includesScope, type Scope, scopes } from "../../shared/domain/account/scope.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner } from "../support/partner/platform.ts";

const KEYED = operations.filter(({ scope }) => scope);
const pathOf = ({ path }: { path: string }) => path.replace(/\{\w+\}/g, "none");

const cloud = await sharedCloud(FAST_CLOCK);

test.each(scopes)(
  "a key with only %s is refused by each operation of another scope, and by no other",
  async (scope) => {
    const partner = await newPartner(cloud, { scopes: scope });
    const refused = [];
    for (const { name, method, ...op } of KEYED) {
      const { status, json } = await partner.call(pathOf(op), {
        method,
        ...(op.body && { json: op.bodyExample }),
      });
      if (status === 403 && json.error.code === "scope_missing") refused.push(name);
    }
    expect(refused).toEqual(
      KEYED.filter((op) => !includesScope([scope], op.scope as Scope)).map(({ name }) => name),
    );
  },
  120_000,
);

describe("a request whose key is", () => {
  type Variant = { headers?: Record<string, string>; query?: string };
  const swapped = (key: string) => key.replace("_test_", "_live_");
  const variants: [string, (key: string) => Variant][] = [
    ["absent", () => ({})],
    ["empty", () => ({ headers: { authorization: "Bearer " } })],
    ["without its scheme", (key) => ({ headers: { authorization: key } })],
    ["under another scheme", (key) => ({ headers: { authorization: `Basic ${btoa(`${key}:`)}` } })],
    ["of the other mode by its prefix", (key) => ({ headers: { authorization: `Bearer ${swapped(key)}` } })],
    ["cut", (key) => ({ headers: { authorization: `Bearer ${key.slice(0, -6)}` } })],
    ["lower-cased", (key) => ({ headers: { authorization: `Bearer ${key.toLowerCase()}x` } })],
    ["sent twice", (key) => ({ headers: { authorization: `Bearer ${key}, Bearer ${key}` } })],
    ["in another header", (key) => ({ headers: { "x-api-key": key } })],
    ["in a cookie", (key) => ({ headers: { cookie: `authorization=Bearer ${key}; key=${key}` } })],
    ["in the query", (key) => ({ query: `?api_key=${key}&authorization=Bearer+${key}` })],
  ];

  test.each(variants)("%s gets a 401 that does not repeat it", async (_, variant) => {
    const { key } = await newPartner(cloud);
    const { headers = {}, query = "" } = variant(key);
    const reply = await cloud.call(`/v1/drivers${query}`, { headers });
    expect([reply.status, reply.json.error.type]).toEqual([401, "authentication_error"]);
    expect(reply.text).not.toContain(key.slice(12));
  });
});

test("a method that a header or a field names does not replace the request's own method", async () => {
  const partner = await newPartner(cloud);
  const endpoint = await partner.create("/v1/webhooks", { url: "http://localhost:9/hook", events: ["*"] });
  const path = `/v1/webhooks/${endpoint.id}`;
  const overrides = {
    "x-http-method-override": "DELETE",
    "x-http-method": "DELETE",
    "x-method-override": "DELETE",
  };
  await partner.call(path, { headers: overrides });
  const posted = await partner.call(`${path}?_method=DELETE`, {
    method: "POST",
    json: { _method: "DELETE" },
  });
  expect(errorOf(posted).slice(0, 2)).toEqual([405, "method_not_allowed"]);
  expect((await partner.get(path)).status).toBe(200);
});
