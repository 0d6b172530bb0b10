import type * as commands from "../contract/operators/account-commands.ts";
import type { Account } from "../domain/account/account.ts";
import { Quota, type Standing } from "../domain/account/standing.ts";
import { putStanding } from "../store/account/accounts.ts";
import { decisionWrites, findLiveRequests } from "../store/account/live-access.ts";
import { dropEndedKeys } from "../store/account/rotations.ts";
import type { Write } from "../store/table/table.ts";
import { requireAccount } from "./account-named.ts";
import { numbered } from "./numbered.ts";
import { type Circumstances, CommandProblem, type Plan, type Run } from "./serve/command-run.ts";

const standingRun =
  <Input extends { account: string }>(
    change: (account: Account, input: Input) => Standing,
    others: (account: Account, now: Date) => Promise<Write[]> = async () => [],
  ) =>
  async (input: Input, { now }: Circumstances): Promise<Plan> => {
    const account = await requireAccount(input.account, now);
    const { account_id, keys = [] } = account;
    const standing = change(account, input);
    const writes = await others(account, now);
    return {
      objects: [account_id],
      will: `${account_id} and its ${numbered(keys.length, "key")} ${changeOf(partsOf(account), partsOf(standing))}`,
      act: async () => {
        // One transaction changes all keys, so those that ended by rotation leave first.
        if (await putStanding(await dropEndedKeys(account, now), standing, writes))
          return { ok: true, message: `${account_id} is ${partsOf(standing).join(", ")}` };
        throw new CommandProblem(`${account_id} or its list of keys was changed just now: try again`);
      },
    };
  };

const partsOf = ({ tier, verified, custom_quota, suspended }: Standing) => [
  tier,
  verified ? "verified" : "not verified",
  suspended ? "suspended" : "not suspended",
  custom_quota
    ? `with ${custom_quota.per_minute} a minute and ${custom_quota.per_second} a second`
    : "with the quota of its tier",
];

/** Only what differs. */
function changeOf(before: readonly string[], after: readonly string[]): string {
  const lost = before.filter((part) => !after.includes(part));
  const gained = after.filter((part) => !before.includes(part));
  return gained.length === 0
    ? `would stay ${after.join(", ")}`
    : `would change from ${lost.join(", ")} to ${gained.join(", ")}`;
}

/** It approves the account's request for live access, if it made one. */
export const verifyAccountRun: Run<typeof commands.verifyAccountCommand> = standingRun(
  (account) => ({ ...standingOf(account), verified: true }),
  async ({ account_id }, now) => {
    const { open } = await findLiveRequests(account_id);
    return open ? decisionWrites(open, { result: "approved", at: now.toISOString() }, now) : [];
  },
);

export const suspendAccountRun: Run<typeof commands.suspendAccountCommand> = standingRun((account) => ({
  ...standingOf(account),
  suspended: true,
}));

export const resumeAccountRun: Run<typeof commands.resumeAccountCommand> = standingRun((account) => ({
  ...standingOf(account),
  suspended: undefined,
}));

export const setTierRun: Run<typeof commands.setTierCommand> = standingRun(
  (account, { tier, per_minute, per_second }) => {
    const custom_quota = customQuota(per_minute, per_second);
    if (custom_quota && tier !== "enterprise") throw new CommandProblem(NUMBERS);
    return { ...standingOf(account), tier, custom_quota };
  },
);

const standingOf = ({ tier, verified, custom_quota, suspended }: Account): Standing => ({
  tier,
  verified,
  custom_quota,
  suspended,
});

function customQuota(per_minute: string | undefined, per_second: string | undefined): Quota | undefined {
  if (per_minute === undefined && per_second === undefined) return undefined;
  const quota = Quota.safeParse({ per_minute: Number(per_minute), per_second: Number(per_second) });
  if (!quota.success) throw new CommandProblem(NUMBERS);
  return quota.data;
}

const NUMBERS =
  "Only enterprise takes numbers of its own: both --per-minute, at most 50000, and --per-second, at most 1000";
