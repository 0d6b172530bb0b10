import { isDeepStrictEqual } from "node:util";
import type {
  correctBalanceCommand,
  creditBalanceCommand,
} from "../../contract/operators/ledger-commands.ts";
import { usd } from "../../domain/money/cents.ts";
import { newCorrection } from "../../domain/ledger/correction.ts";
import type { LedgerEntry } from "../../domain/ledger/entry.ts";
import { newFunding } from "../../domain/ledger/funding.ts";
import { putCorrection, type Refused } from "../../store/ledger/corrections.ts";
import { putFunding } from "../../store/ledger/entries.ts";
import { findLedgerEntry } from "../../store/ledger/entry-lists.ts";
import { inOneMode, ownersNamed, requireAccount } from "../account-named.ts";
import { CommandProblem, type Run, WrongUsage } from "../serve/command-run.ts";

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
  const owners = await ownersNamed(account, now);
  const place = await inOneMode(owners, (each) => findLedgerEntry(each, transaction_id));
  if (!place) throw new CommandProblem(`The account has no transaction ${transaction_id}`);
  const { owner, item: corrected } = place;
  const correction = await newCorrection(corrected.id, { from, to, amount: Number(amount) }, reason, now);
  return {
    objects: [owner.account_id, corrected.id],
    will: `${moved(correction)} would move from ${from} to ${to} in the ${owner.mode} ledger of ${owner.account_id}, which corrects ${corrected.id} (${corrected.type})`,
    act: async () => {
      const booked = await putCorrection(owner, correction);
      if (typeof booked === "string")
        throw new CommandProblem(`${whyNot[booked](from, moved(correction))}. Nothing was moved`);
      if (!isAlike(booked, correction))
        throw new CommandProblem(`${corrected.id} was corrected by ${booked.id}. Correct that transaction`);
      return answered(booked, correction, `${moved(booked)} moved from ${from} to ${to}`);
    },
  };
};

const whyNot: Record<Refused, (from: string, amount: string) => string> = {
  balance_insufficient: (from, amount) => `${from} has less than ${amount}`,
  holds_too_little: (from, amount) => `The payout of this transaction has less than ${amount} in ${from}`,
  holds_no_earnings: () =>
    "`fees` and `driver:` need a transaction of a payout, and `driver:` is the payout's own",
  payout_pending: () => "The payout is pending. Correct it when it has settled",
};

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
