type Status = "pending" | "completed" | "failed" | "canceled" | "refunded";
export type Change = { type: string; source: string; at: string; funds: number };
type Payout = {
  id: string;
  driver: string;
  amount: number;
  fee: number;
  status: Status;
  at: string;
  year?: string;
  changes: Change[];
};

const next: Record<string, readonly Status[]> = {
  pending: ["completed", "failed", "canceled"],
  completed: ["refunded"],
};

/**
 * An account's money as plain lists: no postings, no running sums, and no code of the product. `pocket`: what
 * is there before the first movement, in cents.
 */
export class Model {
  readonly drivers = new Map<string, "active" | "deleted">();
  readonly payouts: Payout[] = [];
  readonly changes: Change[] = [];
  /** Whether a payout needs the money. */
  isEnforced: boolean;
  readonly #pocket: number;

  constructor(pocket: number) {
    this.#pocket = pocket;
    this.isEnforced = pocket === 0;
  }

  fund(source: string, funds: number, at: string): void {
    this.#add({ type: "funding", source, at, funds });
  }

  /** Money that an enforcing account owes is given to it. */
  enforce(isOn: boolean, at: string): void {
    const owed = -this.available();
    if (isOn && owed > 0) this.#add({ type: "overdraft_cleared", source: "overdraft", at, funds: owed });
    else if (isOn && this.changes.length === 0) this.#open(at);
    this.isEnforced = isOn;
  }

  covers = (amount: number) => !this.isEnforced || amount <= this.available();

  pay(id: string, driver: string, amount: number, isInstant: boolean, at: string, settled?: Status): void {
    const fee = isInstant ? Math.max(25, Math.floor((amount * 15 + 500) / 1000)) : 0;
    const payout: Payout = { id, driver, amount, fee, status: "pending", at, changes: [] };
    this.payouts.push(payout);
    this.#reach(payout, settled ?? "pending", at, settled === "failed" ? 0 : -amount);
  }

  may = (payout: Payout, to: Status) => next[payout.status]?.includes(to) ?? false;

  move(payout: Payout, to: Status, at: string): void {
    this.#reach(payout, to, at, to === "completed" ? 0 : payout.amount);
  }

  #reach(payout: Payout, to: Status, at: string, funds: number): void {
    payout.status = to;
    if (to === "completed") payout.year = at.slice(0, 4);
    const type = `payout_${to === "pending" ? "created" : to}`;
    payout.changes.unshift(this.#add({ type, source: payout.id, at, funds }));
  }

  #add(change: Change): Change {
    if (this.#pocket > 0 && this.changes.length === 0) this.#open(change.at);
    this.changes.unshift(change);
    return change;
  }

  #open(at: string): void {
    const before = new Date(Date.parse(at) - 1).toISOString();
    this.changes.push({ type: "funding", source: "sandbox", at: before, funds: this.#pocket });
  }

  of = (driver?: string, status?: string) =>
    this.payouts.filter((one) => (!driver || one.driver === driver) && (!status || one.status === status));

  sum = (status: Status, part: (payout: Payout) => number, driver?: string) =>
    this.of(driver, status).reduce((all, one) => all + part(one), 0);

  available = () =>
    (this.changes.length === 0 ? this.#pocket : 0) + this.changes.reduce((all, { funds }) => all + funds, 0);
}
