import type { auditLedgerCommand } from "../../contract/operators/ledger-commands.ts";
import { auditUntil } from "../../store/ledger/audit/audits.ts";
import { requireAccount } from "../account-named.ts";
import { firstPlace, nextPlace, type LedgerPlace, placeIn } from "./ledger-places.ts";
import { numbered } from "../numbered.ts";
import { CommandProblem, type Run } from "../serve/command-run.ts";

/** Half of the function's timeout. A run then ends, and `next` says where the next one continues. */
const RUN_MS = 5_000;

export const auditLedgerRun: Run<typeof auditLedgerCommand> = async ({ account, resume }, { now }) => {
  const only = account === undefined ? undefined : (await requireAccount(account, now)).account_id;
  const until = performance.now() + RUN_MS;
  let place = resume === undefined ? await firstPlace(only) : placeAt(resume);
  const differences: { account_id: string; mode: string; what: string; stored: string; computed: string }[] =
    [];
  const busy: string[] = [];
  let checked = 0;
  while (place && performance.now() < until) {
    const { account_id, mode, ...at }: LedgerPlace = place;
    const page = await auditUntil({ account_id, mode }, at, now, until);
    differences.push(...page.differences.map((each) => ({ account_id, mode, ...each })));
    busy.push(...page.busy);
    checked += page.checked;
    place = page.next ? { account_id, mode, ...page.next } : await nextPlace({ account_id, mode }, only);
  }
  const objects = [...new Set(differences.map(({ account_id }) => account_id))];
  return {
    ok: differences.length === 0,
    message: [
      `Checked: ${numbered(checked, "item")}, differences: ${differences.length}`,
      ...(busy.length > 0 ? [`Changed meanwhile, so run it again: ${busy.join(", ")}`] : []),
    ].join(". "),
    data: differences,
    ...(objects.length > 0 && { objects }),
    ...(place && { next: { resume: JSON.stringify(place) } }),
  };
};

function placeAt(resume: string): LedgerPlace {
  try {
    return placeIn(resume);
  } catch {
    throw new CommandProblem("There is no such place. Give --resume what an earlier run printed");
  }
}
