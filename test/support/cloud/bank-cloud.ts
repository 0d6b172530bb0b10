import { join } from "node:path";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";
import { handlers, railDir } from "../process/artifacts.ts";
import { prepared } from "../process/prepared.ts";
import { expectAuditedLedger } from "./audited-ledger.ts";
import { type Cloud, startCloud } from "./cloud.ts";
import { noteGrants } from "./used-grants.ts";

// Its functions run in its own process, also with CLOUD=real: the bundles are those of the shared template.
await Promise.all([prepared("rail"), prepared("together")]);

/** A cloud whose live mode pays by files of a pretend bank. When its suite ends, its ledger must add up. */
export async function startBankCloud(): Promise<Cloud> {
  const args = ["--quiet", "--bank"];
  const cloud = await startCloud({ assembly: join(railDir, "cdk.out"), args, handlers });
  // The first run of the files' writer publishes the key that seals account numbers.
  await cloud.advance("5m");
  atSuiteEnd(async () => {
    await noteGrants(cloud);
    await expectAuditedLedger(cloud);
  });
  return cloud;
}
