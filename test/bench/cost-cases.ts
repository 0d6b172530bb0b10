import { getSignupStatus } from "../../shared/contract/agent/get-signup-status.ts";
import { joinWaitlist } from "../../shared/contract/agent/join-waitlist.ts";
import { registerPartner } from "../../shared/contract/agent/register-partner.ts";
import { startSignup } from "../../shared/contract/agent/start-signup.ts";
import type { Budget, Operation } from "../../shared/contract/operation.ts";
import { operations } from "../../shared/contract/service.ts";
import { exampleRequest } from "./example-request.ts";
import type { Call, HttpClient } from "./http-client.ts";

export type Variant = { label?: string; call: Call; budget: Budget };
export type CostCase = { operation: Operation; variants: Variant[] };

/** What is measured of each operation: its example, and where the cost depends on the request, each kind of it. */
export async function costCases(client: HttpClient): Promise<CostCase[]> {
  const { signup_id } = await post(client, startSignup, { email: "ana@example.com", sandbox: true });
  const { partner_id } = await post(client, registerPartner, partner("Bench Fleet"));
  const withBody = (label: string, op: Operation, body: Record<string, unknown>, extra = NOTHING) => ({
    label,
    call: { ...exampleRequest(op), body },
    budget: plus(op.budget, extra),
  });
  const kinds: Record<string, Variant[]> = {
    [startSignup.name]: [
      withBody("sandbox", startSignup, { email: "ana@example.com", sandbox: true }),
      withBody("live, new", startSignup, { email: "one@example.com", name: "One" }),
      withBody("live, replay", startSignup, { email: "one@example.com", name: "One" }),
      withBody("live, partner cold", startSignup, { email: "two@example.com", partner_id }, PARTNER_READ),
      withBody("live, partner warm", startSignup, { email: "three@example.com", partner_id }),
    ],
    [getSignupStatus.name]: [
      {
        call: { method: "GET", path: getSignupStatus.path.replace("{signup_id}", signup_id ?? "") },
        budget: getSignupStatus.budget,
      },
    ],
    [registerPartner.name]: [
      withBody("sandbox", registerPartner, { ...partner("Bench Riders"), sandbox: true }),
      withBody("live, new", registerPartner, partner("Bench Riders")),
      withBody("live, replay", registerPartner, partner("Bench Riders")),
    ],
    [joinWaitlist.name]: [
      withBody("new", joinWaitlist, { email: "one@example.com" }),
      withBody("replay", joinWaitlist, { email: "one@example.com" }),
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
