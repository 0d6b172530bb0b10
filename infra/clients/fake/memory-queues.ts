import { setTimeout as sleep } from "node:timers/promises";
import { timers } from "../../../shared/contract/service.ts";
import type { TimerRequest } from "../../../shared/domain/event/outbox.ts";

export type Invoke = (name: string, event: unknown) => Promise<unknown>;

/** The functions that read the queues. Each queue's address is `memory/` and its name. */
const READERS: Readonly<Record<string, string>> = {
  "fan-out": "fan-out-event",
  first: "deliver-webhook",
  later: "deliver-webhook",
  slow: "deliver-webhook",
  tax: "walk-tax-events",
  batches: "make-payouts",
  payouts: "settle-payout",
};

/** The variables that name the queues to functions. The fake sends no email. */
export const queueVariables = {
  FAN_OUT_QUEUE_URL: "memory/fan-out",
  FIRST_QUEUE_URL: "memory/first",
  LATER_QUEUE_URL: "memory/later",
  SLOW_QUEUE_URL: "memory/slow",
  TAX_QUEUE_URL: "memory/tax",
  BATCH_QUEUE_URL: "memory/batches",
  PAYOUT_QUEUE_URL: "memory/payouts",
  MAIL_QUEUE_URL: "memory/none",
  TIMER_QUEUES: JSON.stringify(Object.fromEntries(timers.map(({ name }) => [name, "memory/timers"]))),
};

/** Node's timers wait at most 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

class MemoryQueues {
  invoke: Invoke = async () => undefined;
  /** How many times as fast as the machine's clock `Date` runs. */
  scale = 1;
  #messages = 0;
  readonly #timers = new Set<string>();

  send(url: string, body: string, delay = 0): void {
    this.#deliver(url, body, delay).catch((error: Error) => process.stderr.write(`${error.stack}\n`));
  }

  async #deliver(url: string, body: string, delay: number): Promise<void> {
    const name = url.replace("memory/", "");
    await sleep((delay * 1000) / this.scale);
    if (name === "timers") return this.#run(JSON.parse(body));
    const reader = READERS[name];
    if (reader === undefined) return;
    const messageId = String(++this.#messages);
    const attributes = { SentTimestamp: String(Date.now()) };
    const record = {
      messageId,
      body,
      attributes,
      receiptHandle: messageId,
      eventSourceARN: `memory:${name}`,
    };
    await this.invoke(reader, { Records: [record] });
  }

  async #run({ timer, name, input }: TimerRequest): Promise<void> {
    if (this.#timers.has(name)) return;
    this.#timers.add(name);
    const calls = timers.find((each) => each.name === timer)?.calls;
    let answer = { ...input, done: false };
    for (let call = 1; !answer.done && call <= (calls ?? Number.POSITIVE_INFINITY); call++) {
      for (let wait = this.#until(answer.at); wait > 0; wait = this.#until(answer.at))
        await sleep(Math.min(wait, LONGEST_MS));
      const { id, at } = answer;
      const next = await this.invoke(timer, { id, at, last: call === calls });
      answer = { ...answer, ...(next as object) };
      // A timer with a fixed number of calls says that it is done at its last.
      if (calls !== undefined) answer.done = false;
    }
  }

  #until = (at: string) => Math.ceil((Date.parse(at) - Date.now()) / this.scale);
}

export const memoryQueues = new MemoryQueues();
