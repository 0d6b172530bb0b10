import type { DayPlace } from "../domain/ledger/settlement.ts";
import type { Owner } from "../domain/item/owner.ts";
import type { TaxPage } from "../domain/tax/tax-walk.ts";
import type { WritePart, Write } from "../store/table/table.ts";

/** A transaction takes 100 writes. A form is three: the document, the driver's reference and the event. */
export const WALK_PAGE = 25;

type AnyWalk = TaxPage["walk"];
export type WalkNamed<Name extends AnyWalk["event"]> = Extract<AnyWalk, { event: Name }>;

/** The drivers, agreements, contributions or days of an owner after `after`. */
type OwnerPage<Walk> = {
  walk: Walk;
  owner: Owner;
  after?: string | undefined;
  day?: DayPlace | undefined;
};

/** `reached`: absent where nothing was left. `isFull`: a page follows, from `day` if the day continues. */
export type PageResult = {
  done: string;
  reached?: string | undefined;
  isFull?: boolean;
  day?: DayPlace;
  writes?: readonly WritePart[];
};

/** What a walk does. A page may be repeated: its writes and its place are one transaction. */
export type WalkJob<Walk = AnyWalk> = {
  /** Without it each owner gets pages. */
  concerns?(owner: Owner, now: Date): boolean | Promise<boolean>;
  /** Makes the writes that belong to a page of accounts. */
  ofAccounts?(accounts: readonly string[], walk: Walk, now: Date): Promise<readonly Write[]>;
  page(page: OwnerPage<Walk>, now: Date): Promise<PageResult>;
};
