type Status = "pending" | "completed" | "failed" | "canceled" | "refunded";
/** Cents by account. A driver's account has its id. */
type Places = Record<string, number>;
type Made = { id: string; driver: string; amount: number; isInstant: boolean; at: string };
/** `back`: what came back of its fee, and of all. */
export type Payout = Made & { fee: number; status?: Status; paidAt: string; back: number[] };
/** Cents that were in some accounts are in others. */
type Move = { type: string; source: string; at: string; was: Places; is: Places };
export type Change = Move & { payout?: Payout | undefined };

const next = new Map<Status | undefined, Status[]>([
  ["pending", ["completed", "failed", "canceled"]],
  ["completed", ["refunded"]],
]);
const total = (cents: Places | number[]) => Object.values(cents).reduce((sum, one) => sum + one, 0);

/** An account's money as a list of changes: no postings, no running sums, and no code of the product. */
export class Model {
  readonly drivers = new Map<string, "active" | "deleted" | "forgotten">();
  readonly payouts: Payout[] = [];
  /** Newest first. */
  readonly changes: Change[] = [];
  isEnforced = false;

  move = (change: Change) => this.changes.unshift(change);

  fund = (source: string, funds: number, at: string, type = "funding") =>
    this.move({ type, source, at, was: { outside: funds }, is: { funds } });

  pay(made: Made, status: Status = "pending"): void {
    const fee = made.isInstant ? Math.max(25, Math.floor((made.amount * 15 + 500) / 1000)) : 0;
    const payout: Payout = { ...made, fee, paidAt: made.at, back: [0, 0] };
    this.payouts.push(payout);
    this.reach(payout, status, made.at);
  }

  may = (payout: Payout, to: Status) =>
    next.get(payout.status)?.includes(to) && (to !== "refunded" || total(this.held(payout)) > 0);

  reach(payout: Payout, status: Status, at: string): void {
    const { id: source, driver, amount, fee } = payout;
    const was: Places = payout.status ? this.held(payout) : { funds: amount };
    const paid = status === "completed" && { [driver]: amount - fee, fees: fee };
    const is: Places = paid || { [status === "pending" ? "pending" : "funds"]: total(was) };
    this.move({ type: `payout_${status === "pending" ? "created" : status}`, source, at, was, is, payout });
    const back = status === "refunded" ? [was.fees, is.funds] : [is.funds ? fee : 0, 0];
    Object.assign(payout, { status, back }, paid && { paidAt: at });
  }

  of = (driver?: string, status?: string) =>
    this.payouts.filter((one) => (!driver || one.driver === driver) && (!status || one.status === status));

  cents = (account: string, among: readonly Change[] = this.changes): number =>
    account === "drivers"
      ? total([...this.drivers.keys()].map((id) => this.cents(id, among)))
      : total(among.map(({ was, is }) => (is[account] ?? 0) - (was[account] ?? 0)));

  /** Where a payout's cents are, if not in the funds. */
  held(payout: Payout): Places {
    const own = this.changes.filter((change) => change.payout === payout);
    return Object.fromEntries(
      ["pending", payout.driver, "fees"].map((name) => [name, this.cents(name, own)]),
    );
  }

  /** What a driver was paid before fees, less what came back, in a year or ever. */
  paid(driver: string, year = ""): number {
    const own = this.changes.filter(
      ({ payout: one }) => one?.driver === driver && one.paidAt.startsWith(year),
    );
    return this.cents(driver, own) + this.cents("fees", own);
  }

  years = () => [...new Set(this.payouts.map(({ paidAt }) => paidAt.slice(0, 4)))];
}
