import { type Counter, DayCount, GrowingBucket, type Rate, TokenBucket } from "./bucket.ts";
import { type KeyPlace, Partitions } from "./partitions.ts";
import { awsQuotas, type QuotaId } from "./quotas.ts";

/** Quotas that AWS raised for the account, or that a test lowers. */
export type QuotaValues = Partial<Record<QuotaId, Partial<Rate>>>;

/** What a call takes of a quota. */
export type Demand = {
  quota: QuotaId;
  /** Whose it is, such as a function's name. */
  key: string;
  units?: number;
  /** A gauge's: how many are open already. */
  open?: number;
  /** A partition's. */
  place?: KeyPlace;
  /** A call counts once for each partition that it touches. */
  once?: boolean;
  /** A bucket's, in place of the registry's. */
  rate?: Rate;
};

/** A quota that refused calls, for the terminal: the last one, and how many in a second. */
export type QuotaReached = { what: string; result: string };

type Window = { second: number; asked: number; refused: boolean };

/**
 * AWS's quotas, enforced on the virtual clock. A call takes all its demands or none, and says at most once a
 * second which quota refused.
 */
export class QuotaTwin {
  readonly #values: QuotaValues;
  readonly #say: (reached: QuotaReached) => void;
  readonly #now: () => number;
  readonly #counters = new Map<string, Counter>();
  readonly #partitions = new Map<string, Partitions>();
  readonly #windows = new Map<string, Window>();

  constructor(values: QuotaValues, say: (reached: QuotaReached) => void, now = () => Date.now()) {
    [this.#values, this.#say, this.#now] = [values, say, now];
  }

  /** A quota with the account's own values. */
  of = (id: QuotaId) => ({ ...awsQuotas[id], ...this.#values[id] });

  /** Takes all demands of a call, or none. The first that cannot be met is returned, and said. */
  take(call: string, demands: readonly Demand[]): Demand | undefined {
    const taken: { counter: Counter; units: number }[] = [];
    for (const demand of demands) {
      const counter = this.#counter(demand);
      const { units = 1 } = demand;
      if (demand.once && taken.some((each) => each.counter.partition === counter.partition)) continue;
      this.#ask(demand);
      if (counter.take(units)) {
        taken.push({ counter, units });
        continue;
      }
      for (const each of taken) each.counter.spend(-each.units);
      this.refused(call, demand);
      return demand;
    }
    return undefined;
  }

  /** Takes what a call has used beyond its demands. */
  spend(demands: readonly Demand[]): void {
    for (const demand of demands) this.#counter(demand).spend(demand.units ?? 1);
  }

  /** Takes one of a bucket that delays. How long, in ms. */
  delay(quota: QuotaId, call: string): number {
    const bucket = this.#counter({ quota, key: "" }) as TokenBucket;
    this.#ask({ quota, key: "" });
    bucket.spend(1);
    const owed = bucket.owedMs();
    if (owed > 0) this.refused(call, { quota, key: "" });
    return owed;
  }

  /** Says that a quota refused or delayed a call. */
  refused(call: string, demand: Demand): void {
    const { name, most, refill, key, error, approximation, isAdjustable } = this.of(demand.quota);
    const window = this.#windowOf(demand);
    if (window.refused) return;
    window.refused = true;
    const rate = demand.rate ?? { most, refill };
    const value = rate.refill ? `${rate.refill} a second, ${rate.most} at once` : `${rate.most}`;
    const asked = demand.open === undefined ? `${window.asked} asked in this second` : `${demand.open} open`;
    const raised = isAdjustable ? ". AWS raises it on request" : "";
    const whose = demand.key ? ` of ${demand.key}` : "";
    const refused = `${call}${whose} ${error ? "refused" : "delayed"}: ${asked}`;
    const allowed = `${approximation && "about "}${value} allowed for each ${key}${raised}`;
    this.#say({ what: `${name} (${demand.quota})`, result: `${refused}, ${allowed}` });
  }

  #ask(demand: Demand): void {
    this.#windowOf(demand).asked += demand.units ?? 1;
  }

  #windowOf({ quota, key }: Demand): Window {
    const second = Math.floor(this.#now() / 1000);
    const known = this.#windows.get(`${quota} ${key}`);
    if (known?.second === second) return known;
    const fresh = { second, asked: 0, refused: false };
    this.#windows.set(`${quota} ${key}`, fresh);
    return fresh;
  }

  #counter({ quota, key, open, place, rate }: Demand): Counter {
    const { most, refill, kind } = this.of(quota);
    if (open !== undefined) return { take: (units) => open + units <= most, spend: () => {} };
    if (place) return this.#partition(quota, key, place);
    const id = `${quota} ${key}`;
    const known = this.#counters.get(id);
    if (known) {
      if (rate && known instanceof TokenBucket) known.follow(rate);
      return known;
    }
    const fresh =
      quota === "tableWrites" || quota === "tableReads"
        ? new GrowingBucket({ start: this.of(NEW[quota]).most, end: most }, this.#now)
        : kind === "count"
          ? new DayCount(most, this.#now)
          : new TokenBucket(rate ?? { most, refill }, this.#now);
    this.#counters.set(id, fresh);
    return fresh;
  }

  /** Reads and writes of a resource have the same partitions, and so have all actions on a FIFO queue. */
  #partition(quota: QuotaId, key: string, place: KeyPlace): Counter {
    const [resource = "", action = ""] = key.split(" ");
    const all =
      this.#partitions.get(resource) ??
      new Partitions({
        rate: (kind) => this.of(kind.split(" ")[0] as QuotaId).refill,
        splitsAfterS: this.of("partitionHeat").most,
        now: this.#now,
      });
    this.#partitions.set(resource, all);
    return all.at(place).counter(`${quota} ${action}`);
  }
}

const NEW = { tableWrites: "newTableWrites", tableReads: "newTableReads" } as const;
