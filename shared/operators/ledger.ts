import * as z from "zod/mini";
import type { auditLedgerCommand } from "../contract/operators/ledger-commands.ts";
import { Mode } from "../domain/owner.ts";
import { listAccounts } from "../store/account/account-directory.ts";
import { auditPage, auditParts } from "../store/ledger/audit.ts";
import { requireAccount } from "./account-named.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

/** Shortly after this, a run ends, and `next` says where the next one continues. */
const RUN_MS = 20_000;

const Place = z.object({
  account_id: z.string(),
  mode: Mode,
  part: z.enum(auditParts),
  after: z.optional(z.string()),
  sums: z.record(z.string(), z.number()),
});
type Place = z.infer<typeof Place>;

/** Recomputes the sums of an account, or of all, from the entries of the ledger. */
export const auditLedgerRun: Run<typeof auditLedgerCommand> = async ({ account, resume }, { now }) => {
  const only = account === undefined ? undefined : (await requireAccount(account, now)).account_id;
  const until = performance.now() + RUN_MS;
  let place = resume === undefined ? await firstOf(only) : placeIn(resume);
  const differences: { account_id: string; mode: string; what: string; stored: string; computed: string }[] =
    [];
  const busy: string[] = [];
  let checked = 0;
  while (place && performance.now() < until) {
    const { account_id, mode, ...at }: Place = place;
    const page = await auditPage({ account_id, mode }, at, now);
    differences.push(...page.differences.map((each) => ({ account_id, mode, ...each })));
    busy.push(...page.busy);
    checked += page.checked;
    place = page.next ? { account_id, mode, ...page.next } : await after({ account_id, mode }, only);
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

const start = (account_id: string, mode: Mode): Place => ({ account_id, mode, part: "entries", sums: {} });

async function firstOf(only: string | undefined, after?: string): Promise<Place | undefined> {
  const id = only ?? (await listAccounts(after, 1))[0];
  return id === undefined ? undefined : start(id, "test");
}

/** The other mode of the account, and then the next account. */
async function after(
  { account_id, mode }: Pick<Place, "account_id" | "mode">,
  only: string | undefined,
): Promise<Place | undefined> {
  if (mode === "test") return start(account_id, "live");
  return only === undefined ? firstOf(undefined, account_id) : undefined;
}

function placeIn(resume: string): Place {
  try {
    return Place.parse(JSON.parse(resume));
  } catch {
    throw new CommandProblem("There is no such place. Give --resume what an earlier run printed");
  }
}
