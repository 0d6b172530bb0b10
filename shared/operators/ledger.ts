import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type {
  auditLedgerCommand,
  correctBalanceCommand,
  creditBalanceCommand,
} from "../contract/operators/ledger-commands.ts";
import { usd } from "../domain/cents.ts";
import { newCorrection } from "../domain/ledger/correction.ts";
import type { LedgerEntry } from "../domain/ledger/entry.ts";
import { newFunding } from "../domain/ledger/funding.ts";
import { Mode, type Owner } from "../domain/owner.ts";
import { listAccounts } from "../store/account/account-directory.ts";
import { auditPage, auditParts } from "../store/ledger/audit.ts";
import { putCorrection } from "../store/ledger/corrections.ts";
import { putFunding } from "../store/ledger/entries.ts";
import { findLedgerEntry } from "../store/ledger/entry-lists.ts";
import { requireAccount } from "./account-named.ts";
import { ownersNamed } from "./endpoints.ts";
import { numbered } from "./numbered.ts";
import { CommandProblem, type Run, WrongUsage } from "./serve/command-run.ts";

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

/** Books a transfer that came in. */
export const creditBalanceRun: Run<typeof creditBalanceCommand> = async (
  { account, amount, reference },
  { now },
) => {
  const { account_id } = await requireAccount(account, now);
  const entry = await newFunding(Number(amount), reference, now);
  return {
    objects: [account_id],
    will: `${moved(entry)} would be added to the live balance of ${account_id}, with the reference ${reference}`,
    act: async () => {
      const booked = await putFunding({ account_id, mode: "live" }, entry, undefined);
      if (!isAlike(booked, entry))
        throw new CommandProblem(
          `The reference is that of ${booked.id}: ${moved(booked)}. Nothing was added`,
        );
      return answered(booked, entry, `${moved(booked)} were added to the live balance of ${account_id}`);
    },
  };
};

/** The account reads it, months later too. */
const MIN_REASON = 10;

export const correctBalanceRun: Run<typeof correctBalanceCommand> = async (
  { account, transaction_id, from, to, amount, outside },
  { now, reason },
) => {
  if (reason.length < MIN_REASON)
    throw new WrongUsage(`--reason needs at least ${MIN_REASON} characters: the account reads it`);
  if (from === to) throw new WrongUsage("--from and --to must differ");
  if ([from, to].includes("outside") !== (outside === true))
    throw new WrongUsage("Give --outside if money came in or went out, and then `outside` as --from or --to");
  const { owner, entry: corrected } = await requireEntry(await ownersNamed(account, now), transaction_id);
  const correction = await newCorrection(corrected.id, { from, to, amount: Number(amount) }, reason, now);
  return {
    objects: [owner.account_id, corrected.id],
    will: `${moved(correction)} would move from ${from} to ${to} in the ${owner.mode} ledger of ${owner.account_id}, which corrects ${corrected.id} (${corrected.type})`,
    act: async () => {
      const booked = await putCorrection(owner, correction);
      if (booked === "driver_missing")
        throw new CommandProblem(`A driver of the correction is none of the account's in ${owner.mode} mode`);
      if (booked === "balance_insufficient")
        throw new CommandProblem(`${from} has less than ${moved(correction)}. Nothing was moved`);
      if (!isAlike(booked, correction))
        throw new CommandProblem(`${corrected.id} was corrected by ${booked.id}. Correct that transaction`);
      return answered(booked, correction, `${moved(booked)} moved from ${from} to ${to}`);
    },
  };
};

/** The entry in the mode in which the account has it. */
async function requireEntry(
  owners: readonly Owner[],
  id: string,
): Promise<{ owner: Owner; entry: LedgerEntry }> {
  for (const owner of owners) {
    const entry = await findLedgerEntry(owner, id);
    if (entry) return { owner, entry };
  }
  throw new CommandProblem(`The account has no transaction ${id}`);
}

const moved = ({ postings: [posting] }: LedgerEntry): string => usd(posting?.amount ?? 0);

/** Whether an earlier entry of the same source says the same, so that the command was run twice. */
const isAlike = (earlier: LedgerEntry, { postings, reason }: LedgerEntry): boolean =>
  isDeepStrictEqual([earlier.postings, earlier.reason], [postings, reason]);

const answered = (booked: LedgerEntry, { id }: LedgerEntry, message: string) => ({
  ok: true,
  message:
    booked.id === id ? `${message}: ${id}` : `It was done before, at ${booked.created_at}: ${booked.id}`,
  objects: [booked.id],
});
