type Status = "pending" | "completed" | "failed" | "canceled" | "refunded";
/** Cents by account. A driver's account has its id. */
type Places = Record<string, number>;
type Made = {
  id: string;
  driver: string;
  amount: number;
  isInstant: boolean;
  at: string;
  rule?: number;
  tips?: number;
};
/** `back`: what came back of its fee, and of all. `rule`: what its driver saves, in percent. */
export type Payout = Made & {
  fee: number;
  saved: number;
  status?: Status;
  paidAt: string;
  back: number[];
} & {
  isRepaid?: boolean;
};
/** Cents that were in some accounts are in others. */
type Move = { type: string; source: string; at: string; was: Places; is: Places };
export type Change = Move & { payout?: Payout | undefined };

const next = new Map<Status | undefined, Status[]>([
  ["pending", ["completed", "failed", "canceled"]],
  ["completed", ["refunded"]],
]);
const total = (cents: Places | number[]) => Object.values(cents).reduce((sum, one) => sum + one, 0);

export const taxYear = (paidAt: string) => new Date(Date.parse(paidAt) + 5 * 86_400_000).getUTCFullYear();

/** An account's money as a list of changes: no postings, no running sums, and no code of the product. */
export class Model {
  readonly drivers = new Map<string, "active" | "deleted" | "forgotten">();
  readonly payouts: Payout[] = [];
  /** Newest first. */
  readonly changes: Change[] = [];
  isEnforced = false;
  /** What each driver saves, in percent, and the most that they save together in a tax year. */
  readonly rules = new Map<string, number>();
  cap = 0;

  move = (change: Change) => this.changes.unshift(change);

  fund = (source: string, funds: number, at: string, type = "funding") =>
    this.move({ type, source, at, was: { outside: funds }, is: { funds } });

  pay(made: Made, status: Status = "pending", saved = 0): Payout {
    const fee = made.isInstant ? Math.max(25, Math.floor((made.amount * 15 + 500) / 1000)) : 0;
    const payout: Payout = { ...made, fee, saved: 0, paidAt: made.at, back: [0, 0] };
    this.payouts.push(payout);
    this.reach(payout, status, made.at, saved);
    return payout;
  }

  may = (payout: Payout, to: Status) =>
    next.get(payout.status)?.includes(to) && (to !== "refunded" || total(this.held(payout)) > 0);

  reach(payout: Payout, status: Status, at: string, saved = 0, isRepaid = false): void {
    const { id: source, driver, amount, fee } = payout;
    const was: Places = payout.status ? this.held(payout) : { funds: amount };
    const paid = status === "completed" && {
      [driver]: amount - fee - saved,
      savings_pending: saved,
      fees: fee,
    };
    const is: Places = paid || { [status === "pending" ? "pending" : "funds"]: total(was) };
    this.move({ type: `payout_${status === "pending" ? "created" : status}`, source, at, was, is, payout });
    const back = status === "refunded" ? [was.fees, is.funds] : [is.funds ? fee : 0, 0];
    const isReversed = status === "refunded" && (was.savings_pending ?? 0) > 0;
    Object.assign(
      payout,
      { status, back, isRepaid },
      paid && { paidAt: at, saved },
      isReversed && { saved: 0 },
    );
  }

  of = (driver?: string, status?: string) =>
    this.payouts.filter((one) => (!driver || one.driver === driver) && (!status || one.status === status));

  cents = (account: string, among: readonly Change[] = this.changes): number =>
    account === "drivers"
      ? total([...this.drivers.keys()].map((id) => this.cents(id, among)))
      : total(among.map(({ was, is }) => (is[account] ?? 0) - (was[account] ?? 0)));

  /** Where a payout's cents are, if not in the funds. */
  held(payout: Payout): Places {
    const changes = this.changes.filter((change) => change.payout === payout);
    return Object.fromEntries(
      ["pending", payout.driver, "fees", "savings_pending"].map((name) => [name, this.cents(name, changes)]),
    );
  }

  /** What a driver was paid before fees, less what came back. A year's sum keeps what was paid back later. */
  paid(driver: string, year = ""): number {
    const payouts = this.of(driver).filter(({ paidAt }) => paidAt.startsWith(year));
    return total(payouts.map((payout) => this.earned(payout, year !== "")));
  }

  /** Tips of a year. What is lost of a payout takes its share of the tips, half a cent up. */
  tips(driver: string, year: string): number {
    const payouts = this.of(driver).filter(({ paidAt }) => paidAt.startsWith(year));
    return total(
      payouts.map((payout) => {
        const { amount, tips = 0 } = payout;
        const lost = Math.max(0, amount - this.earned(payout, true));
        return tips - Math.floor((2 * tips * lost + amount) / (2 * amount));
      }),
    );
  }

  private earned(payout: Payout, ofYear: boolean): number {
    const changes = this.changes.filter(
      ({ payout: one, type }) => one === payout && !(ofYear && one.isRepaid && type === "payout_refunded"),
    );
    const parts = [payout.driver, "fees", "savings_pending", "savings_sent"];
    return total(parts.map((name) => this.cents(name, changes)));
  }

  /** What counts for a tax year: that of the day on which it is sent. */
  saved = (year: number): number =>
    total(this.payouts.filter(({ paidAt }) => taxYear(paidAt) === year).map(({ saved }) => saved));

  /** What a payout's driver wants to save of it: half of an odd amount is rounded down. */
  wish = ({ rule = 0, amount, fee }: Payout): number =>
    Math.min(Math.floor(((amount - fee) * rule + 50) / 100), Math.floor((amount - fee) / 2));

  years = () => [...new Set(this.payouts.map(({ paidAt }) => paidAt.slice(0, 4)))];
}
