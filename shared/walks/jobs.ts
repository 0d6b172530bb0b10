import type { TaxPage } from "../domain/tax/tax-walk.ts";
import { contributionsJob } from "./contributions.ts";
import { earningsJob } from "./earnings.ts";
import { formsJob } from "./forms.ts";
import type { WalkJob, WalkNamed } from "./job.ts";
import { quartersJob } from "./quarters.ts";
import { settlementsJob } from "./settlements.ts";
import { statementsJob } from "./statements.ts";

/** By the name of the walk. `walksOn` and `start-tax-walks` know the days. */
export const jobs: { [Name in TaxPage["walk"]["event"]]: WalkJob<WalkNamed<Name>> } = {
  "settlement.frozen": settlementsJob,
  "contribution.settled": contributionsJob,
  "earnings.synced": earningsJob,
  "savings.statement": statementsJob,
  "tax.quarterly.due": quartersJob,
  "tax.1099.ready": formsJob,
};
