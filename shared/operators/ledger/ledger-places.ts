import * as z from "zod/mini";
import { DayPlace } from "../../domain/ledger/settlement.ts";
import { Mode, type Owner } from "../../domain/item/owner.ts";
import { listAccounts } from "../../store/account/account-directory.ts";
import { auditParts } from "../../store/ledger/audit/audit-place.ts";

const LedgerPlace = z.object({
  account_id: z.string(),
  mode: Mode,
  part: z.enum(auditParts),
  after: z.optional(z.string()),
  sums: z.record(z.string(), z.number()),
  day: z.optional(DayPlace),
});
export type LedgerPlace = z.infer<typeof LedgerPlace>;

/** Throws for a text that is no place. */
export const placeIn = (text: string): LedgerPlace => LedgerPlace.parse(JSON.parse(text));

const start = (account_id: string, mode: Mode): LedgerPlace => ({
  account_id,
  mode,
  part: "entries",
  sums: {},
});

export async function firstPlace(only?: string, after?: string): Promise<LedgerPlace | undefined> {
  const id = only ?? (await listAccounts(after, 1))[0];
  return id === undefined ? undefined : start(id, "test");
}

export async function nextPlace(
  { account_id, mode }: Owner,
  only?: string,
): Promise<LedgerPlace | undefined> {
  if (mode === "test") return start(account_id, "live");
  return only === undefined ? firstPlace(undefined, account_id) : undefined;
}
