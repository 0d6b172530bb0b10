import { createHash } from "node:crypto";
import { type Counter, TokenBucket } from "./bucket.ts";

/** A partition key and a sort key. */
export type KeyPlace = { hash: string; sort?: string };

type Limits = {
  /** Units a second of a partition, of each kind. */
  rate: (kind: string) => number;
  /** How long a partition is hot before it splits. */
  splitsAfterS: number;
  now: () => number;
};

const AT_THE_START = ["", "4", "8", "c"];
/** A partition is hot from this share of its rate on. */
const HOT_SHARE = 0.9;
/** The latest uses of a partition, which say where to split it. */
const KEPT = 1_000;

/** A position among the ranges: items of one partition key lie together, in the order of their sort keys. */
const positionOf = ({ hash, sort = "" }: KeyPlace): string =>
  `${createHash("md5").update(hash).digest("hex")} ${sort}`;

/**
 * Ranges of keys with a rate each. One that stays hot splits where half of its load is, but never within one
 * item, and never where most keys go beyond all former ones: the new part would be as hot.
 */
export class Partitions {
  readonly #limits: Limits;
  /** In the order of their ranges. */
  readonly #partitions: Partition[];

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#partitions = AT_THE_START.map((from) => new Partition(from, limits));
  }

  get count(): number {
    return this.#partitions.length;
  }

  /** The partition of a place. */
  at(place: KeyPlace): Partition {
    const position = positionOf(place);
    let [low, high] = [0, this.#partitions.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#partitions[middle] as Partition).from <= position) low = middle;
      else high = middle - 1;
    }
    const found = this.#partitions[low] as Partition;
    const from = found.use(place.hash, position);
    if (from === undefined) return found;
    const upper = new Partition(from, this.#limits);
    this.#partitions.splice(low + 1, 0, upper);
    return position < from ? found : upper;
  }
}

class Partition {
  readonly from: string;
  readonly #limits: Limits;
  readonly #buckets = new Map<string, TokenBucket>();
  #second = 0;
  #asked = new Map<string, number>();
  #hotSince: number | undefined;
  #recent: { position: string; isBeyond: boolean }[] = [];
  /** The first and the last position of each partition key. */
  readonly #ends = new Map<string, { first: string; last: string }>();

  constructor(from: string, limits: Limits) {
    [this.from, this.#limits] = [from, limits];
  }

  /** Its rate of a kind. What is asked of it heats it, also what it refuses. */
  counter(kind: string): Counter {
    const rate = this.#limits.rate(kind);
    const bucket = this.#buckets.get(kind) ?? new TokenBucket({ most: rate, refill: rate }, this.#limits.now);
    this.#buckets.set(kind, bucket);
    const take = (units: number) => {
      this.#asked.set(kind, (this.#asked.get(kind) ?? 0) + units);
      return bucket.take(units);
    };
    return { take, spend: (units) => bucket.spend(units), partition: this };
  }

  /** Notes a use. If it is time to split: where the upper part begins. */
  use(hash: string, position: string): string | undefined {
    this.#remember(hash, position);
    const second = Math.floor(this.#limits.now() / 1000);
    if (second === this.#second) return undefined;
    const isHot = [...this.#asked].some(([kind, units]) => units >= HOT_SHARE * this.#limits.rate(kind));
    this.#hotSince = isHot && second === this.#second + 1 ? (this.#hotSince ?? this.#second) : undefined;
    this.#second = second;
    this.#asked.clear();
    if (this.#hotSince === undefined || second - this.#hotSince < this.#limits.splitsAfterS) return undefined;
    this.#hotSince = undefined;
    return this.#middle();
  }

  #remember(hash: string, position: string): void {
    const ends = this.#ends.get(hash);
    const isBeyond = ends !== undefined && (position > ends.last || position < ends.first);
    if (this.#ends.size > 10 * KEPT) this.#ends.clear();
    const [first = "", , last = ""] = [position, ends?.first ?? position, ends?.last ?? position].sort();
    this.#ends.set(hash, { first, last });
    this.#recent.push({ position, isBeyond });
    if (this.#recent.length >= 2 * KEPT) this.#recent = this.#recent.slice(-KEPT);
  }

  #middle(): string | undefined {
    const recent = this.#recent.slice(-KEPT);
    if (2 * recent.filter(({ isBeyond }) => isBeyond).length > recent.length) return undefined;
    const positions = recent.map(({ position }) => position).sort();
    const middle = positions[positions.length >> 1] as string;
    return middle > (positions[0] as string) ? middle : positions.find((each) => each > middle);
  }
}
