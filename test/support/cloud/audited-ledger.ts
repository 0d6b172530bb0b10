import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalCloud } from "../../../infra/local/test/support/local-cloud.ts";
import type { CommandAnswer } from "../../../shared/contract/operators/command.ts";
import { cloudsDir } from "../process/artifacts.ts";
import { noteGrants } from "./used-grants.ts";

/** Payouts of a suite may still settle when it ends. */
const ATTEMPTS = 5;

/** Throws if the ledger of any account of a local cloud differs from the sums that the service has stored. */
export async function expectAuditedLedger(cloud: LocalCloud): Promise<void> {
  await Promise.all([cloud.inject(), cloud.revoke()]);
  for (let attempt = 1; ; attempt++) {
    const answers = await answersOf(cloud);
    const left = inventedIn(cloud);
    const differences = answers
      .flatMap(({ data = [] }) => data as { what: string }[])
      .filter(({ what }) => !left.some((id) => what.startsWith(id)));
    if (differences.length > 0)
      throw new Error(`The ledger does not add up: ${JSON.stringify(differences, undefined, 2)}`);
    if (!answers.some(({ message }) => message.includes("Changed meanwhile"))) return;
    if (attempt === ATTEMPTS) throw new Error("The ledger kept changing");
    await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
  }
}

const listIn = ({ dataDir }: LocalCloud) => join(dataDir, "invented-sums");
const inventedIn = (cloud: LocalCloud): string[] =>
  existsSync(listIn(cloud)) ? readFileSync(listIn(cloud), "utf8").trim().split("\n") : [];

/** A test stored an object without what belongs to it, such as a driver's sums. An audit leaves it out. */
export function invented(cloud: LocalCloud, id: string): void {
  // The fake has no folder, and no audit.
  if (cloud.dataDir) appendFileSync(listIn(cloud), `${id}\n`);
}

async function answersOf(cloud: LocalCloud): Promise<CommandAnswer[]> {
  // Most runs have no cloud, and the contract takes half a second to load.
  const { operatorCall } = await import("./operator-call.ts");
  const answers: CommandAnswer[] = [];
  for (let input: CommandAnswer["next"] = {}; input; ) {
    const { functionName, event } = await operatorCall("audit-ledger", input);
    const answer: CommandAnswer = await cloud.invoke(functionName, event);
    if (typeof answer.message !== "string") throw new Error(`No audit: ${JSON.stringify(answer)}`);
    answers.push(answer);
    input = answer.next;
  }
  return answers;
}

/** Audits the clouds that the workers of this run share, and notes their grants. They end with the run. */
export async function expectAuditedSharedClouds(run: string): Promise<void> {
  const folders = existsSync(cloudsDir) ? readdirSync(cloudsDir) : [];
  for (const name of folders.filter((folder) => folder.startsWith(`${run}-`))) {
    const dataDir = join(cloudsDir, name);
    const address = join(cloudsDir, name, "url");
    if (!existsSync(address)) continue;
    const url = readFileSync(address, "utf8");
    const cloud = new LocalCloud({ url, dataDir, timeScale: 1, process: undefined });
    await noteGrants(cloud);
    await expectAuditedLedger(cloud);
  }
}
