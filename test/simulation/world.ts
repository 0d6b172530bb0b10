import { createHash } from "node:crypto";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { derivedSeed, seededRandom } from "../../infra/local/base/seeded-random.ts";

const require = createRequire(import.meta.url);
const crypto = require("node:crypto");
const timers = require("node:timers/promises");
const files = require("node:fs/promises");
const net = require("node:net");

const turn = setImmediate;
const nextTurn = () => new Promise<void>((resolve) => turn(resolve));

/** RFC 8410: what comes before the 32 bytes of a private key. */
const PKCS8_OF_X25519 = Buffer.from("302e020100300506032b656e04220420", "hex");

type Entry = { at: number; order: number; act: () => void };

/**
 * A process in which time and chance come from a seed. One list has everything that happens later: timers,
 * answers of calls, messages, people's acts. `run` takes one entry after another, and between two it waits
 * until all that the first one caused either ended or waits for an entry. So the same seed gives the same
 * order, and other work of the machine changes nothing. Make it before the service's code is loaded. A
 * process has one.
 */
export class World {
  /** The instant, in ms. Its fraction orders what happens in one millisecond. */
  now: number;
  readonly random: () => number;
  beforeEach: () => void = () => {};
  /** How far the clock of the code that runs is ahead, in ms. */
  skew: () => number = () => 0;
  readonly #entries: Entry[] = [];
  #order = 0;
  /** How much work of the machine has not ended. */
  #working = 0;
  #immediates = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(seed: number, start: number) {
    this.now = start;
    this.random = seededRandom(derivedSeed(seed, "order"));
    this.#takeTime(start);
    this.#takeChance(derivedSeed(seed, "ids"));
    this.#countSockets();
    const ownConnect = net.connect;
    net.connect = (options: { port: number }, ...more: unknown[]) =>
      this.receivers.get(options.port)?.() ?? ownConnect(options, ...more);
    const ownFetch = globalThis.fetch;
    globalThis.fetch = (...args) => this.atOnce(ownFetch(...args).then(whole));
    // IAM's simulator reads its data when it needs it, and the local cloud writes what happens.
    for (const name of ["readFile", "appendFile"] as const) {
      const original = files[name];
      files[name] = (...args: unknown[]) => this.atOnce(original(...args));
    }
    syncBuiltinESMExports();
  }

  /** Runs `act` in so many ms. Returns how to cancel that. */
  after(ms: number, act: () => void): () => void {
    const entry = { at: this.now + Math.max(0, ms), order: this.#order++, act };
    push(this.#entries, entry);
    return () => {
      entry.act = () => {};
    };
  }

  sleep = (ms: number): Promise<void> => new Promise((resolve) => void this.after(ms, resolve));

  /** A number from `low` to `high`. */
  between = (low: number, high: number): number => low + this.random() * (high - low);
  chance = (share: number): boolean => this.random() < share;
  pick = <T>(items: readonly T[]): T => items[Math.floor(this.random() * items.length)] as T;

  /** Work of the machine, such as of the database engine. Nothing else happens until it ends. */
  async atOnce<T>(work: Promise<T>): Promise<T> {
    this.#working++;
    return work.finally(this.#worked);
  }

  readonly #worked = (): void => {
    this.#working--;
    for (const resolve of this.#waiting.splice(0)) resolve();
  };

  /** How to connect to a port, if a receiver of the world has it. */
  receivers = new Map<number, () => unknown>();

  /** Lets what happens next happen, until the instant or until a promise has settled. */
  async run(until: number | Promise<unknown>): Promise<void> {
    let isOver = false;
    if (typeof until !== "number")
      until.then(
        () => (isOver = true),
        () => (isOver = true),
      );
    const end = typeof until === "number" ? until : Number.POSITIVE_INFINITY;
    await this.#quiet();
    while (!isOver) {
      const next = this.#entries[0];
      if (!next || next.at > end) break;
      pop(this.#entries);
      this.beforeEach();
      this.now = Math.max(this.now, next.at);
      next.act();
      await this.#quiet();
    }
    if (typeof until === "number") this.now = Math.max(this.now, until);
    else if (!isOver) throw new Error("Nothing happens any more, and something still waits");
    await until;
  }

  /** Waits until everything waits for an entry of the list. */
  async #quiet(): Promise<void> {
    do {
      if (this.#working > 0) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
      await nextTurn();
      await nextTurn();
    } while (this.#working > 0 || this.#immediates > 0);
  }

  #takeTime(start: number): void {
    const later = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const timer = { cancel: this.after(Number(ms) || 0, () => act(...args)) };
      const self = () => timer;
      return Object.assign(timer, {
        ref: self,
        unref: self,
        hasRef: () => true,
        close: () => timer.cancel(),
      });
    };
    const cancel = (timer?: { cancel?: () => void }) => timer?.cancel?.();
    // The service has no interval. Those of the local cloud store its clock, and look for idle memory.
    const never = () => later(() => {}, 0);
    Object.assign(globalThis, {
      setTimeout: later,
      clearTimeout: cancel,
      setInterval: never,
      clearInterval: cancel,
    });
    globalThis.setImmediate = ((act: (...args: unknown[]) => void, ...args: unknown[]) => {
      this.#immediates++;
      return turn(() => {
        this.#immediates--;
        act(...args);
      });
    }) as never;
    timers.setTimeout = (ms: number, value: unknown) => this.sleep(ms).then(() => value);
    timers.setImmediate = () => nextTurn();
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      this.after(ms, () => controller.abort(new DOMException("The operation timed out", "TimeoutError")));
      return controller.signal;
    };
    Date.now = () => Math.floor(this.now + this.skew());
    Object.defineProperty(performance, "timeOrigin", { value: start });
    performance.now = () => this.now - start;
  }

  /** In a function, `Math.random` is that of its environment. */
  #takeChance(seed: number): void {
    Math.random = seededRandom(seed);
    const fill = <T extends ArrayBufferView>(view: T): T => {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(Math.random() * 256);
      return view;
    };
    const uuid = () => {
      const hex = fill(Buffer.alloc(16)).toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    };
    Object.assign(crypto, {
      randomBytes: (size: number) => fill(Buffer.alloc(size)),
      randomInt: (low: number, high?: number) =>
        high === undefined ? Math.floor(Math.random() * low) : low + Math.floor(Math.random() * (high - low)),
      randomUUID: uuid,
      randomFillSync: fill,
    });
    Object.assign(globalThis.crypto, { getRandomValues: fill, randomUUID: uuid });
    const ownPair = crypto.generateKeyPairSync;
    crypto.generateKeyPairSync = (type: string, options: unknown) => {
      if (type !== "x25519") return ownPair(type, options);
      const key = Buffer.concat([PKCS8_OF_X25519, fill(Buffer.alloc(32))]);
      const privateKey = crypto.createPrivateKey({ format: "der", type: "pkcs8", key });
      return { privateKey, publicKey: crypto.createPublicKey(privateKey) };
    };
    // Node's own runs in a thread of its pool, and ends at an instant of the machine's choice.
    const digest = async (name: string | { name: string }, data: Uint8Array) => {
      const algorithm = (typeof name === "string" ? name : name.name).replace("-", "").toLowerCase();
      return new Uint8Array(createHash(algorithm).update(data).digest()).buffer;
    };
    Object.assign(globalThis.crypto.subtle, { digest });
  }

  #countSockets(): void {
    subscribe("http.client.request.created", (message) => {
      const { request } = message as { request: ClientRequest };
      const [, port] = String(request.getHeader("host")).split(":");
      if (this.receivers.has(Number(port))) return;
      this.#working++;
      request.once("close", this.#worked);
    });
  }
}

// A module of the service exchanges the global one.
const { Response: Answer } = globalThis;

/** A reply with its body, which is otherwise still on its way. */
const whole = async (reply: Response) =>
  new Answer(await reply.arrayBuffer(), { status: reply.status, headers: reply.headers });

const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** A binary heap. */
function push(heap: Entry[], entry: Entry): void {
  let place = heap.push(entry) - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isBefore(entry, heap[parent] as Entry)) break;
    heap[place] = heap[parent] as Entry;
    place = parent;
  }
  heap[place] = entry;
}

function pop(heap: Entry[]): void {
  const last = heap.pop() as Entry;
  if (heap.length === 0) return;
  let place = 0;
  for (;;) {
    const left = 2 * place + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const least = right < heap.length && isBefore(heap[right] as Entry, heap[left] as Entry) ? right : left;
    if (!isBefore(heap[least] as Entry, last)) break;
    heap[place] = heap[least] as Entry;
    place = least;
  }
  heap[place] = last;
}
