import { getPartnerOperation } from "../../shared/contract/agent/get-partner.ts";
import { getSignupStatusOperation } from "../../shared/contract/agent/get-signup-status.ts";
import { joinWaitlistOperation } from "../../shared/contract/agent/join-waitlist.ts";
import { registerPartnerOperation } from "../../shared/contract/agent/register-partner.ts";
import { startSignupOperation } from "../../shared/contract/agent/start-signup.ts";
import type { Budget, Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { exampleRequest } from "./example-request.ts";
import type { Call, HttpClient } from "./http-client.ts";

type Variant = { label?: string; call: Call; budget: Budget };
export type CostCase = { operation: Operation; variants: Variant[] };

/** The measured requests: each operation's example, and each kind of request that costs differently. */
export async function costCases(client: HttpClient): Promise<CostCase[]> {
  const { signup_id } = await post(client, startSignupOperation, { email: "ana@example.com", sandbox: true });
  const { partner_id } = await post(client, registerPartnerOperation, partner("Bench Fleet"));
  const withBody = (label: string, op: Operation, body: Record<string, unknown>, extra = NOTHING) => ({
    label,
    call: { ...exampleRequest(op), body },
    budget: plus(op.budget, extra),
  });
  const kinds: Record<string, Variant[]> = {
    [startSignupOperation.name]: [
      withBody("sandbox", startSignupOperation, { email: "ana@example.com", sandbox: true }, CAPPED),
      withBody("live, new", startSignupOperation, { email: "one@example.com", name: "One" }),
      withBody("live, replay", startSignupOperation, { email: "one@example.com", name: "One" }),
      withBody(
        "live, partner cold",
        startSignupOperation,
        { email: "two@example.com", partner_id },
        PARTNER_READ,
      ),
      withBody("live, partner warm", startSignupOperation, { email: "three@example.com", partner_id }),
    ],
    [getSignupStatusOperation.name]: [
      {
        call: { method: "GET", path: getSignupStatusOperation.path.replace("{signup_id}", signup_id ?? "") },
        budget: getSignupStatusOperation.budget,
      },
    ],
    [getPartnerOperation.name]: [
      {
        call: { method: "GET", path: getPartnerOperation.path.replace("{partner_id}", partner_id ?? "") },
        budget: getPartnerOperation.budget,
      },
    ],
    [registerPartnerOperation.name]: [
      withBody("sandbox", registerPartnerOperation, { ...partner("Bench Riders"), sandbox: true }),
      withBody("live, new", registerPartnerOperation, partner("Bench Riders")),
      withBody("live, replay", registerPartnerOperation, partner("Bench Riders")),
    ],
    [joinWaitlistOperation.name]: [
      withBody("new", joinWaitlistOperation, { email: "one@example.com" }),
      withBody("replay", joinWaitlistOperation, { email: "one@example.com" }),
    ],
  };
  // What asks for a key has a table of its own.
  const open = operations.filter(({ scope }) => !scope);
  return open.map((operation) => ({
    operation,
    variants: kinds[operation.name] ?? [{ call: exampleRequest(operation), budget: operation.budget }],
  }));
}

const NOTHING: Budget = { calls: 0, writeUnits: 0, readUnits: 0 };
/** The counter of all sandbox signups. The units stay below those of a live signup. */
const CAPPED: Budget = { calls: 1, writeUnits: 0, readUnits: 0 };
/** On top of the record's budget, which says so in a comment. */
const PARTNER_READ: Budget = { calls: 1, writeUnits: 0, readUnits: 1 };

const plus = (a: Budget, b: Budget): Budget => ({
  calls: a.calls + b.calls,
  writeUnits: a.writeUnits + b.writeUnits,
  readUnits: a.readUnits + b.readUnits,
});

const partner = (company: string) => ({ company, email: "dev@bench.example" });

async function post(
  client: HttpClient,
  { method, path }: Operation,
  body: Record<string, unknown>,
): Promise<Record<string, string>> {
  return JSON.parse((await client.call({ method, path, body })).body);
}
