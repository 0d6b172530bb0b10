import { execFile } from "node:child_process";
import type { Cloud } from "../../../test/support/cloud/cloud.ts";
import { newPartner, type Partner } from "../../../test/support/partner/platform.ts";
import type { Json } from "../../local/test/support/http.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import { mismatches, normalised, PAYOUTS, preparedSteps, resolved } from "./scenario.ts";
import { errorClass, type Runner, Shim, typedFault } from "./shim.ts";

export type Run = { transcript: string[]; problems: string[]; agents: string[] };

/** Runs the scenario with a new account, and checks the results, the payouts and the idempotency keys. */
export async function runScenario(cloud: Cloud, proxy: FaultProxy, runner: Runner): Promise<Run> {
  proxy.forget();
  const partner = await newPartner(cloud);
  const shim = new Shim(runner);
  try {
    const usual = { base: proxy.url, retry_delay_ms: 5 };
    const keys = { platform: partner.key, invalid: "svc_test_none", agent: "" };
    for (const [client, key] of Object.entries(keys)) {
      const api = client === "agent" ? "agent" : "platform";
      await shim.send("client", { client, api, settings: { ...usual, key } });
    }
    const saved: Record<string, Json> = {};
    const results: Json[] = [];
    for (const [i, { save, ...step }] of preparedSteps().entries()) {
      const fields = { ...resolved(step, saved, "none"), async: i % 2 === 0 };
      const answer = await shim.send(step.operation, fields);
      if (save) saved[save] = answer.ok?.reply;
      results.push(resultOf(answer, partner.key));
    }
    const problems = [...mismatches(results), ...(await payoutProblems(partner)), ...keyProblems(proxy)];
    const agents = [...proxy.agents].map(String);
    return { transcript: normalised(results), problems, agents };
  } finally {
    shim.stop();
  }
}

/** What every language says alike. */
function resultOf({ ok, error }: Json, key: string): Json {
  if (ok) {
    const { reply, event, items, bytes, status, request_id, typed } = ok;
    const wrong = typedFault(typed, reply ?? event);
    if (wrong) return { error: { class: "Untyped", message: wrong } };
    return reply ? { reply, status, has_request_id: Boolean(request_id) } : { event, items, bytes };
  }
  if (`${error.shown}`.includes(key)) return { error: { class: "Untyped", message: "It shows the key." } };
  const name = errorClass(error);
  if (name === "Untyped") return { error };
  if (error.status === undefined) return { error: { class: name, message: "" } };
  const { status, type, code, param, doc_url, message, request_id } = error;
  return {
    error: { class: name, status, type, code, param, doc_url, message, has_request_id: Boolean(request_id) },
  };
}

export const outputOf = ({ command, args, cwd, env }: Runner, ...more: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, NODE_OPTIONS: "", ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, [...args, ...more], options, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command} ${args.join(" ")}: ${error.message}\n${stdout}${stderr}`));
      else resolve(stdout);
    });
  });

/** An intention is one step: as many payouts exist as steps meant to pay. */
async function payoutProblems(partner: Partner): Promise<string[]> {
  const { total_count } = await partner.read("/v1/payments");
  return total_count === PAYOUTS ? [] : [`${total_count} payouts, not ${PAYOUTS}`];
}

const keyProblems = ({ keys }: FaultProxy): string[] =>
  [...keys].flatMap(([call, used]) =>
    new Set(used).size === 1 ? [] : [`${call} has several keys: ${used}`],
  );
