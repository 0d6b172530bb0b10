import { describe, expect, test } from "@jest/globals";
import * as z from "zod/mini";
import * as contracts from "../../shared/contract/agent-api.ts";
import type { Reply } from "../../shared/contract/operation.ts";
import type { Partner } from "../../shared/domain/account/partner.ts";
import type { Noun } from "../../shared/domain/noun.ts";
import { calls, engine, type Name, post } from "./agent-posts.ts";

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

const epoch = (instant: unknown) => Math.ceil(Date.parse(String(instant)) / 1000);
const hashed = (noun: string) => expect.stringMatching(new RegExp(`^${noun}#[0-9a-f]{64}$`));
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const outboxKey = expect.stringMatching(/^OUTBOX#\d{4}-\d\d-\d\dT\d\d#\d{1,2}$/);

const person = {
  email: "Ana@Example.com",
  name: "Ana",
  platforms: ["doordash"],
  agent: { name: "helper", client: "cli", version: "1" },
};

test("the stored items of a live signup: its fields, a marker under the email's hash, and a request for an email", async () => {
  const items = await added(() => post("start-signup", person));
  const { signup_id, created_at } = items[0] ?? {};
  const expires_at = new Date(Date.parse(String(created_at)) + 90 * 86_400_000).toISOString();
  const expiry = { expires_at, ttl: epoch(expires_at) };
  expect(items).toEqual([
    {
      pk: `SIGNUP#${signup_id}`,
      mode: "live",
      signup_id,
      status: "initiated",
      partner_id: null,
      created_at: instant,
      mails: [created_at],
      ...person,
      ...expiry,
    },
    { pk: hashed("SIGNUP_EMAIL"), signup_id, status: "initiated", partner_id: null, ...expiry },
    {
      pk: outboxKey,
      kind: "mail",
      lane: "creation",
      turn: 0,
      mail: "confirmation",
      signup_id,
      asked_at: created_at,
      ttl: epoch(created_at) + 7 * 86_400,
    },
    { pk: `SIGNUP_DIRECTORY#${String(created_at).slice(0, 7)}`, status: "initiated", ttl: expiry.ttl },
  ]);
});

test("the stored items of a sandbox signup: nothing about the person, for a day, and a request for a timer", async () => {
  let reply: { json: { signup_id: string } } | undefined;
  const items = await added(async () => {
    reply = await post("start-signup", { ...person, partner_id: "acme-fleet", sandbox: true });
  });
  const signup_id = reply?.json.signup_id;
  const created = Date.parse(String(items[0]?.created_at));
  expect(items).toEqual([
    {
      pk: `SIGNUP#${signup_id}`,
      mode: "sandbox",
      signup_id,
      status: "initiated",
      partner_id: "acme-fleet",
      created_at: instant,
      expires_at: new Date(created + 86_400_000).toISOString(),
      ttl: Math.ceil(created / 1000) + 86_400,
    },
    {
      pk: outboxKey,
      kind: "timer",
      timer: "advance-signup",
      name: signup_id,
      input: { id: signup_id, at: new Date(created + 60_000).toISOString() },
      ttl: Math.ceil(created / 1000) + 7 * 86_400,
    },
  ]);
});

test("the stored items of a partner: its fields, its account and a marker; of a sandbox partner: nothing", async () => {
  const given = { company: "Kept Couriers", email: "dev@kept.example", website: "https://kept.example" };
  expect(await added(() => post("register-partner", { ...given, sandbox: true }))).toEqual([]);
  const items = await added(() => post("register-partner", given));
  const { account_id, created_at } = items[0] ?? {};
  const partner_id = "kept-couriers";
  expect(items).toEqual([
    {
      pk: `PARTNER#${partner_id}`,
      partner_id,
      status: "pending_review",
      account_id: expect.stringMatching(/^acct_[0-9a-z]{26}$/),
      created_at: instant,
      ...given,
    },
    { pk: hashed("PARTNER_REGISTRATION"), partner_id },
    {
      pk: `ACCOUNT#${account_id}`,
      account_id,
      partner_id,
      tier: "starter",
      verified: false,
      created_at,
      ttl: Math.ceil(Date.parse(String(created_at)) / 1000) + 90 * 86_400,
    },
    { pk: expect.stringMatching(/^PARTNER_DIRECTORY#[0-9a-f]$/) },
  ]);
});

test("the stored items of a waitlist entry: the fields of the first time", async () => {
  const given = { email: "wait@example.com", name: "Ana", platforms: "DoorDash and Uber" };
  const kept = { pk: hashed("WAITLIST"), ...given, joined_at: instant };
  const row = { pk: expect.stringMatching(/^WAITLIST_DIRECTORY#[0-9a-f]$/) };
  expect(await added(() => post("join-waitlist", given))).toEqual([kept, row]);
  const first = await engine.items("WAITLIST");
  const { json } = await post("join-waitlist", { email: "WAIT@example.com", name: "Somebody else" });
  expect([json, await engine.items("WAITLIST")]).toEqual([{ ok: true }, first]);
});

test("the stored items of a counted source: the instants of its widest window, for as long as the window", async () => {
  const items = await added(() => post("join-waitlist", { email: "counted@example.com" }), ["limit"]);
  const now = Number(items[0]?.t49);
  const never = Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`t${i}`, 0]));
  const pk = `LIMIT#join-waitlist#10.0.${calls >> 8}.${calls & 255}`;
  expect(items).toEqual([{ pk, ...never, t49: now, ttl: Math.ceil(now / 1000) + 86_400 }]);
  expect(Math.abs(Date.now() - now)).toBeLessThan(60_000);
});

test("a refused partner's slug gets no attribution", async () => {
  const { findPartner, movePartner } = await import("../../shared/store/account/partners.ts");
  const [given, partner_id] = [{ company: "Refused Rides", email: "dev@refused.example" }, "refused-rides"];
  await post("register-partner", given);
  const partner = (await findPartner(partner_id, new Date(Date.now() - 120_000), 0)) as Partner;
  expect(await movePartner(partner, "refuse", new Date())).toBe(true);

  const items = await added(async () => {
    const { status, json } = await post("start-signup", { email: "attributed@example.com", partner_id });
    expect([status, json.error.code, json.error.param]).toEqual([400, "partner_unknown", "partner_id"]);
  });
  expect(items).toEqual([]);
});

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
