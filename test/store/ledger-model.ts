type Status = "pending" | "completed" | "failed" | "canceled" | "refunded";
type Places = Readonly<Record<string, number>>;
/** Cents that were in some accounts are in others. A driver's account has its id. */
type Move = { type: string; source: string; at: string; was: Places; is: Places };
/** `payout`: it moved, or its entry is corrected. `year`: the one in which it was paid. */
export type Change = Move & { payout: Payout | undefined; year: string };
type Made = { id: string; driver: string; amount: number; isInstant: boolean; at: string };
export type Payout = Made & { fee: number; status?: Status; year: string };

const next = { pending: ["completed", "failed", "canceled"], completed: ["refunded"] } as Record<
  string,
  string[]
>;

/** An account's money as a list of changes: no postings, no running sums, and no code of the product. */
export class Model {
  readonly drivers = new Map<string, "active" | "deleted" | "forgotten">();
  readonly payouts: Payout[] = [];
  /** Newest first. */
  readonly changes: Change[] = [];
  isEnforced: boolean;
  readonly #pocket: number;

  /** `pocket`: the cents that are there before the first change. */
  constructor(pocket: number) {
    this.#pocket = pocket;
    this.isEnforced = pocket === 0;
  }

  add(move: Move, payout?: Payout): void {
    this.#open(move.at);
    this.changes.unshift({ ...move, payout, year: payout?.year ?? move.at.slice(0, 4) });
  }

  #open(firstMove: string): void {
    if (this.changes.length > 0 || this.#pocket === 0) return;
    const at = new Date(Date.parse(firstMove) - 1).toISOString();
    const move = funding("sandbox", this.#pocket, at);
    this.changes.push({ ...move, payout: undefined, year: at.slice(0, 4) });
  }

  /** Money that an enforcing account owes is given to it. */
  enforce(isOn: boolean, at: string): void {
    const owed = -this.cents("funds");
    if (isOn) this.#open(at);
    if (isOn && owed > 0) this.add({ ...funding("overdraft", owed, at), type: "overdraft_cleared" });
    this.isEnforced = isOn;
  }

  covers = (amount: number) => !this.isEnforced || amount <= this.cents("funds");

  pay(made: Made, status: Status = "pending"): void {
    const fee = made.isInstant ? Math.max(25, Math.floor((made.amount * 15 + 500) / 1000)) : 0;
    const payout: Payout = { ...made, fee, year: made.at.slice(0, 4) };
    this.payouts.push(payout);
    this.reach(payout, status, made.at);
  }

  may = ({ status }: Payout, to: Status) => next[status ?? ""]?.includes(to) ?? false;

  reach(payout: Payout, status: Status, at: string): void {
    const was = placesOf(payout);
    Object.assign(payout, { status }, status === "completed" && { year: at.slice(0, 4) });
    const type = `payout_${status === "pending" ? "created" : status}`;
    this.add({ type, source: payout.id, at, was, is: placesOf(payout) }, payout);
  }

  of = (driver?: string, status?: string) =>
    this.payouts.filter((one) => (!driver || one.driver === driver) && (!status || one.status === status));

  cents(account: string, among: readonly Change[] = this.changes): number {
    if (account === "drivers")
      return [...this.drivers.keys()].reduce((sum, id) => sum + this.cents(id, among), 0);
    const pocket = account === "funds" && this.changes.length === 0 ? this.#pocket : 0;
    return among.reduce((sum, { was, is }) => sum + (is[account] ?? 0) - (was[account] ?? 0), pocket);
  }

  /** What refunds may still take from an account of earnings. */
  refundable = (account: string): number =>
    this.of(undefined, "completed").reduce((sum, one) => sum + (placesOf(one)[account] ?? 0), 0);

  years = () => [...new Set(this.changes.map(({ year }) => year))];

  /** What a driver was paid before fees, less what came back, in a year or ever. */
  paid(driver: string, year?: string): number {
    const among = this.changes.filter((change) => year === undefined || change.year === year);
    return (
      this.cents(driver, among) +
      this.cents(
        "fees",
        among.filter(({ payout }) => payout?.driver === driver),
      )
    );
  }
}

export const funding = (source: string, cents: number, at: string): Move => ({
  ...{ type: "funding", source, at, was: { outside: cents }, is: { funds: cents } },
});

const placesOf = ({ status, driver, amount, fee }: Payout): Places =>
  status === "completed"
    ? { [driver]: amount - fee, fees: fee }
    : { [status === "pending" ? "pending" : "funds"]: amount };
