import { describe, expect, test } from "@jest/globals";
import * as z from "zod/mini";
import * as contracts from "../../shared/contract/agent-api.ts";
import type { Reply } from "../../shared/contract/operation.ts";
import type { Noun } from "../../shared/domain/noun.ts";
import { engine, type Name, post } from "./agent-posts.ts";

const KEPT: readonly Noun[] = [
  ...(["signup", "signup_email", "partner", "partner_registration", "account", "waitlist"] as const),
  ...(["suppression", "outbox", "signup_directory", "partner_directory", "waitlist_directory"] as const),
];

/** Every item that `act` adds, without `sk`, which repeats the noun. */
async function added(act: () => Promise<unknown>, nouns = KEPT) {
  const all = async () => (await Promise.all(nouns.map((noun) => engine.items(noun.toUpperCase())))).flat();
  const before = new Set((await all()).map(({ pk, sk }) => `${pk} ${sk}`));
  await act();
  return (await all()).filter(({ pk, sk }) => !before.has(`${pk} ${sk}`)).map(({ sk: _, ...item }) => item);
}

describe("a reply that breaks the contract is a 500 and writes nothing:", () => {
  const cases: [string, Name, object][] = [
    ["a live signup", "start-signup", { email: "broken@example.com" }],
    ["a sandbox signup", "start-signup", { email: "broken@example.com", sandbox: true }],
    ["a partner", "register-partner", { company: "Broken Bikes", email: "dev@broken.example" }],
    ["the waitlist", "join-waitlist", { email: "broken@example.com" }],
  ];

  test.each(cases)("%s", async (_, name, body) => {
    const items = await added(async () => {
      const { status, json } = await withReplies(name, z.never(), () => post(name, body));
      expect([status, json.error.code, json.error.type]).toEqual([500, "internal_error", "api_error"]);
    });
    expect(items).toEqual([]);
    expect((await post(name, body)).status).toBeLessThan(300);
  });

  test("invalid links, because the function does not know its own address", async () => {
    const { BASE_URL } = process.env;
    process.env.BASE_URL = "";
    const items = await added(async () => {
      expect((await post("start-signup", { email: "nowhere@example.com" })).status).toBe(500);
    });
    process.env.BASE_URL = BASE_URL;
    expect(items).toEqual([]);
  });
});

/** Requires every reply of an operation to fit `schema` while `act` runs. */
async function withReplies<T>(name: Name, schema: z.ZodMiniType, act: () => Promise<T>): Promise<T> {
  const { replies = {} } = contracts.agentApi.find((op) => op.name === name) ?? {};
  const kept = Object.entries<Reply>(replies).map(([, reply]) => [reply, reply.schema] as const);
  for (const [reply] of kept) reply.schema = schema;
  return act().finally(() => {
    for (const [reply, own] of kept) reply.schema = own;
  });
}
