import { type AttemptResult, isGone } from "../../shared/domain/webhook/attempt.ts";
import { Delivery, dueAt, type Lease, newDelivery, resend } from "../../shared/domain/webhook/delivery.ts";
import { claim, settleDelivery } from "../../shared/domain/webhook/delivery-attempt.ts";
import {
  changeEndpoint,
  enableEndpoint,
  judgeEndpoint,
  type WebhookEndpoint,
} from "../../shared/domain/webhook/webhook-endpoint.ts";

export type Script = {
  seed: number;
  mode: "live" | "test";
  /** The instants of events, in milliseconds of the world's time, like all instants here. */
  events: number[];
  moods: { at: number; mood: string }[];
  dies: number;
  diesUntil: number;
  stalls: number;
  doubles: number;
  goneAt: number | undefined;
  resends: number[];
  enables: number[];
};

/** A POST as the receiver sees it. `noted`: a signer recorded its outcome, during the lease or after it. */
type Post = {
  at: number;
  due: number;
  /** The last change before it: a due attempt may wait for a resend, whose signers may crash. */
  freeSince: number;
  kind: Lease["kind"];
  outcome: AttemptResult["outcome"];
  /** A 410, which is not a failure of the schedule. */
  gone: boolean;
  settledAt: number;
  noted?: "own" | "late";
};
type Record = {
  delivery: Delivery;
  changedAt: number;
  posts: Post[];
  /** The wait after the n-th failure of the schedule. */
  waits: { failure: number; seconds: number; retryAfter: number }[];
  resendsAsked: number;
};

const EPOCH = Date.parse("2026-11-21T00:00:00.000Z");
const END = 30 * 24 * 60 * 60_000;

/**
 * A table, a clock that jumps, one receiver, and signers that crash, stall and race. Only the decisions are
 * product code. A signer reads an item, decides, and saves it if its version is unchanged, as the store does.
 */
export class DeliveryWorld {
  readonly deliveries: Record[] = [];
  readonly mails: { mail: string; at: number }[] = [];
  readonly callsWhileDisabled: number[] = [];
  /** Held for an enabled endpoint: no signer would ever look at it again. */
  readonly heldWhileActive: string[] = [];
  wasDisabled = false;

  private readonly script: Script;
  private readonly agenda: { at: number; order: number; act: (at: number) => void }[] = [];
  private order = 0;
  private runs = 0;
  private state: number;
  private endpoint: WebhookEndpoint;

  constructor(script: Script) {
    this.script = script;
    this.state = script.seed + 1;
    this.endpoint = {
      id: "wh_01",
      account_id: "acct_01",
      mode: script.mode,
      url: "https://hooks.example.com/",
      events: ["*"],
      status: "active",
      created_at: this.iso(0),
      secrets: [],
    };
  }

  run(): this {
    for (const [i, at] of this.script.events.entries()) this.at(at, () => this.happen(i, at));
    for (const [i, at] of this.script.resends.entries()) this.at(at, () => this.askAgain(i, at));
    for (const at of this.script.enables)
      this.at(at, () => {
        this.endpoint = enableEndpoint(this.endpoint);
      });
    for (let next = this.next(); next && next.at < END; next = this.next()) next.act(next.at);
    return this;
  }

  private happen(i: number, at: number): void {
    // A disabled endpoint gets no delivery: a replay makes it later.
    if (this.endpoint.status === "disabled") return;
    const event = {
      id: `evt_01j9z8v7w6x5y4t3s2r1q0p${String(i).padStart(3, "0")}`,
      type: "driver.created",
    } as const;
    const delivery = newDelivery(`dlv_${i}`, event, this.endpoint, new Date(EPOCH + at));
    this.deliveries.push({ delivery, changedAt: at, posts: [], waits: [], resendsAsked: 0 });
    this.hint(this.deliveries.length - 1, at);
  }

  private askAgain(i: number, at: number): void {
    const index = i % Math.max(this.deliveries.length, 1);
    const record = this.deliveries[index];
    if (!record || this.endpoint.status === "disabled") return;
    const asked = resend(record.delivery, new Date(EPOCH + at));
    if (!asked) return;
    record.delivery = asked;
    record.resendsAsked++;
    this.hint(index, at);
  }

  /** A hint from the queue or the sweeper: sometimes two, sometimes late, never early. */
  private hint(index: number, at: number): void {
    const times = this.chance(this.script.doubles) ? 2 : 1;
    for (let i = 0; i < times; i++)
      this.at(at + this.upTo(i === 0 ? 1_000 : 20_000), (now) => this.sign(index, now));
  }

  /** One signer: claim, POST, settle, with a crash or a stall in between where the script has one. */
  private sign(index: number, at: number): void {
    const record = this.deliveries[index] as Record;
    const due = dueAt(record.delivery);
    const freeSince = record.changedAt;
    const decided = claim(record.delivery, this.endpoint, {
      token: `run-${this.runs++}`,
      now: new Date(EPOCH + at),
      random: this.random(),
    });
    if (decided.act === "nothing") return;
    this.keep(record, decided.delivery, at);
    this.hintWhenDue(index, at);
    if (decided.act === "save") return;

    if (this.dies(at)) return;
    const { lease } = decided.delivery;
    if (this.endpoint.status === "disabled") this.callsWhileDisabled.push(at);
    const result = this.answer(at);
    const stall = this.chance(this.script.stalls) ? 30_000 + this.upTo(120_000) : 0;
    const settledAt = at + result.duration_ms + stall;
    const post: Post = {
      at,
      due: Date.parse(due ?? "") - EPOCH,
      freeSince,
      kind: lease.kind,
      outcome: result.outcome,
      gone: isGone(result),
      settledAt,
    };
    record.posts.push(post);
    if (this.dies(at)) return;
    const read = this.endpoint;
    // Two writes in either order. A crash may leave only one, and another signer may write in between.
    const writes = [
      (now: number) => this.judge(now, result, read),
      (now: number) => this.save(index, now, { lease, post, result }),
    ];
    const [one, other] = this.chance(50) ? writes : writes.reverse();
    this.at(settledAt, one as (now: number) => void);
    if (!this.dies(at)) this.at(settledAt + this.upTo(2_000), other as (now: number) => void);
  }

  private save(
    index: number,
    at: number,
    { lease, post, result }: { lease: Lease; post: Post; result: AttemptResult },
  ): void {
    const record = this.deliveries[index] as Record;
    const before = record.delivery;
    const now = new Date(EPOCH + at);
    const delivery = settleDelivery(before, lease, { result, now, random: this.random() });
    this.keep(record, delivery, at);
    post.noted = before.lease?.token === lease.token ? "own" : "late";

    if (delivery.failures > before.failures && delivery.next_attempt_at)
      record.waits.push({
        failure: delivery.failures,
        seconds: (Date.parse(delivery.next_attempt_at) - now.getTime()) / 1000,
        retryAfter: result.retry_after ?? 0,
      });
    this.hintWhenDue(index, at);
  }

  private judge(at: number, result: AttemptResult, read: WebhookEndpoint): void {
    const { changes, mails } = judgeEndpoint(read, result, new Date(EPOCH + at));
    const held = changes.every((change) => {
      const changed = changeEndpoint(this.endpoint, change, read.url);
      if (changed) this.endpoint = changed;
      return changed !== undefined;
    });
    if (held) this.mails.push(...mails.map(({ mail }) => ({ mail, at })));
    this.wasDisabled ||= this.endpoint.status === "disabled";
  }

  private keep(record: Record, delivery: Delivery, at: number): void {
    if (delivery.status === "held" && record.delivery.status !== "held" && this.endpoint.status === "active")
      this.heldWhileActive.push(delivery.id);
    record.delivery = Delivery.parse(delivery);
    record.changedAt = at;
  }

  private hintWhenDue(index: number, at: number): void {
    const due = dueAt((this.deliveries[index] as Record).delivery);
    if (due) this.hint(index, Math.max(Date.parse(due) - EPOCH, at));
  }

  private answer(at: number): AttemptResult {
    const { goneAt, moods } = this.script;
    if (goneAt !== undefined && at >= goneAt) return { outcome: "refused", status: 410, duration_ms: 100 };
    const past = moods.filter((span) => span.at <= at).sort((a, b) => b.at - a.at);
    switch (past[0]?.mood) {
      case "500":
        return {
          outcome: "refused",
          status: 500,
          duration_ms: this.upTo(15_000),
          excerpt: "x".repeat(16_384),
        };
      case "410_cut_off":
        return { outcome: "timeout", status: 410, duration_ms: 15_000 };
      case "429":
        return { outcome: "refused", status: 429, duration_ms: 50, retry_after: this.upTo(50_000) };
      case "timeout":
        return { outcome: "timeout", duration_ms: 15_000 };
      case "refused_connection":
        return { outcome: "unreachable", cause: "connect", duration_ms: 10 };
      default:
        return { outcome: "delivered", status: 204, duration_ms: this.upTo(15_000) };
    }
  }

  private at(at: number, act: (at: number) => void): void {
    this.agenda.push({ at, order: this.order++, act });
  }

  private next() {
    this.agenda.sort((a, b) => b.at - a.at || b.order - a.order);
    return this.agenda.pop();
  }

  private iso(at: number): string {
    return new Date(EPOCH + at).toISOString();
  }

  /** A seeded generator (mulberry32), so that a failing script fails again. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  private dies = (at: number) => at < this.script.diesUntil && this.chance(this.script.dies);
  private upTo = (max: number) => Math.floor(this.random() * (max + 1));
  private chance = (percent: number) => this.random() * 100 < percent;
}
