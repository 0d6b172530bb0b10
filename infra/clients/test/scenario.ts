import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newSecret, sign } from "../../../shared/webhooks/signing.ts";
import { machineTime } from "../../../test/support/cloud/machine-time.ts";
import type { Json } from "../../local/test/support/http.ts";
import { buildModel } from "../build-model.ts";

/** A step of the scenario. Text that starts with `$` names a value of an earlier reply. */
type Step = {
  title: string;
  operation?: string;
  /** The method, where an operation has several. */
  method?: string;
  path?: string[];
  params?: object;
  options?: object;
  key?: "invalid";
  faults?: string;
  save?: string;
  iterate?: true;
  take?: number;
  wait?: string[];
  unwrap?: { type: string; data: object; rotation?: "new" | "old"; tamper?: string };
  expect?: Json;
  error?: Json;
};

export const steps: Step[] = readFileSync(join(import.meta.dirname, "scenario.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** The payouts that the steps mean to make. */
export const PAYOUTS = 15;

const model = buildModel();

/** The steps as operations of a shim: the client's method, the headers for the proxy, the signed event. */
export const preparedSteps = (): Json[] =>
  steps.map((step, i) => {
    const { save, path, params, take, iterate, wait, key, faults, options, unwrap } = step;
    if (unwrap) return { operation: "unwrap", ...signedEvent(unwrap) };
    const headers = { "x-step": String(i + 1), ...(faults && { "x-fault": faults }) };
    const { api, hasParams, ...method } = methodOf(step);
    return {
      operation: "call",
      client: key ?? api,
      ...method,
      save,
      path,
      ...(wait ? { wait } : hasParams && { params: params ?? {} }),
      ...(iterate && { iterate: take ?? 1_000 }),
      options: { interval_ms: 25, wait_ms: 300_000, ...options, headers },
    };
  });

function methodOf({ operation, method, wait }: Step) {
  for (const api of ["platform", "agent"] as const) {
    for (const resource of model[api]) {
      const known = resource.methods.find(
        (each) => each.operation === operation && (method === undefined || each.name === method),
      );
      if (!known) continue;
      return {
        api,
        resource: resource.name,
        method: wait ? known.wait?.name : known.name,
        hasParams: known.params !== undefined,
        is_list: known.reply.kind === "list",
      };
    }
  }
  throw new Error(`No client has the operation ${operation}.`);
}

function signedEvent({ type, data, rotation, tamper }: NonNullable<Step["unwrap"]>): object {
  const secret = newSecret();
  const other = newSecret();
  const now = machineTime().getTime() - (tamper === "old" ? 3_600_000 : tamper === "future" ? -3_600_000 : 0);
  const body = JSON.stringify({ id: "evt_1", type, created_at: "2026-11-21T09:30:00.000Z", data });
  const headers: Record<string, string> = sign({
    eventId: "evt_1",
    body: Buffer.from(body),
    sentAt: new Date(now),
    secrets: rotation ? [secret, other] : [secret],
  });
  const changes: Record<string, Record<string, string>> = {
    id: { "webhook-id": "evt_2" },
    timestamp: { "webhook-timestamp": String(Math.floor(now / 1000) - 1) },
    signature: { "webhook-signature": "v1,AAAA" },
    bodySignature: { "x-service-signature": `sha256=${"0".repeat(64)}` },
    missing: { "webhook-timestamp": "" },
  };
  return {
    body: tamper === "body" ? `${body} ` : body,
    headers: { ...headers, ...changes[tamper ?? ""] },
    secrets: [
      tamper === "secret" || rotation === "old" ? other : tamper === "short" ? secret.slice(0, -2) : secret,
    ],
  };
}

/** What a step's expectation and its result differ in. */
export function mismatches(results: readonly Json[]): string[] {
  const saved: Record<string, Json> = {};
  return steps.flatMap(({ title, save, expect, error }, i) => {
    const result = results[i] ?? {};
    if (save) saved[save] = result.reply;
    const actual = error ? result.error : (result.reply ?? result.event ?? { count: result.items?.length });
    const expected = resolved(error ?? expect, saved);
    const wrong = Object.keys(expected).filter(
      (name) => JSON.stringify(actual?.[name]) !== JSON.stringify(expected[name]),
    );
    const isWhole = actual && (!error || "code" in actual || "message" in actual);
    return isWhole && wrong.length === 0
      ? []
      : [`${i + 1} ${title}: ${JSON.stringify(expected)}, got ${JSON.stringify(result).slice(0, 400)}`];
  });
}

/** Text that starts with `$` names a value of an earlier reply. */
export function resolved(value: Json, saved: Record<string, Json>, otherwise?: string): Json {
  if (typeof value === "string" && value.startsWith("$")) {
    const names = value.slice(1).split(".");
    return names.reduce((at: Json, name) => at?.[name], saved) ?? otherwise;
  }
  if (Array.isArray(value)) return value.map((each) => resolved(each, saved, otherwise));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, resolved(each, saved, otherwise)]);
  return Object.fromEntries(entries);
}

/** Values that differ in every run of a language get a name by their first appearance. */
export function normalised(results: readonly Json[]): string[] {
  const names = new Map<string, string>();
  const named = (prefix: string) => (value: string) => {
    if (!names.has(value)) names.set(value, `<${prefix} ${names.size + 1}>`);
    return names.get(value) ?? "";
  };
  return results.map((result) =>
    JSON.stringify(sortedKeys(result))
      .replaceAll(/"(state|authorization_url)":"[^"]*"/g, '"$1":"<random>"')
      .replaceAll(/\b[a-z]+(?:_[a-z]+)?_[0-9a-hjkmnp-tv-z]{26}\b/g, named("id"))
      .replaceAll(/whsec_[\w+/]{43}=/g, named("secret"))
      .replaceAll(/http:\/\/[\w.]+:\d+/g, "<service>")
      // A gig platform of the sandbox makes them from the driver's id.
      .replaceAll(/"lifetime_earnings":[1-9]\d*/g, '"lifetime_earnings":"<cents>"')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>"),
  );
}

/** Parsers of some languages keep no order of keys. */
function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sortedKeys(each)]));
}
