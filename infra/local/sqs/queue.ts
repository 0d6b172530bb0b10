import type { Agenda } from "../time/agenda.ts";
import { idOfHandle, type Message } from "./message.ts";

export type QueueSettings = {
  arn: string;
  isFifo: boolean;
  /** FIFO queues only: a message without a deduplication id gets the hash of its body. */
  deduplicatesByContent: boolean;
  /** FIFO queues only: the same deduplication id may occur in different groups. */
  deduplicatesByGroup: boolean;
  delayMs: number;
  visibilityMs: number;
  retentionMs: number;
  redrive?: { deadLetters: string; maxReceives: number };
};

export type Change = { put: Message } | { deleted: string };

type Parts = { settings: QueueSettings; agenda: Agenda; now: () => number };

/** A standard queue: as they became visible. FIFO: a group in order, and one of it in flight. */
export class Queue {
  settings: QueueSettings;
  readonly #agenda: Agenda;
  readonly #now: () => number;
  readonly #messages = new Map<string, Message>();
  /** The messages to give out next, in that order. On a FIFO queue, their group may be in flight. */
  readonly #ready = new Set<string>();
  /** FIFO queues only: the ids of each group, in the order in which they were sent. */
  readonly #groups = new Map<string, Set<string>>();
  readonly #hidden = new Map<string, () => void>();
  readonly #held = new Set<string>();
  #listeners: (() => void)[] = [];

  constructor({ settings, agenda, now }: Parts) {
    this.settings = settings;
    this.#agenda = agenda;
    this.#now = now;
  }

  put(message: Message): void {
    this.#forget(message.id);
    this.#messages.set(message.id, message);
    if (message.group !== undefined && this.settings.isFifo) {
      const group = this.#groups.get(message.group) ?? new Set();
      this.#groups.set(message.group, group.add(message.id));
    }
    if (message.visibleAt > this.#now()) {
      const show = () => {
        this.#hidden.delete(message.id);
        this.#show(message.id);
      };
      this.#hidden.set(message.id, this.#agenda.at(message.visibleAt, show));
    } else this.#show(message.id);
  }

  delete(id: string): void {
    const message = this.#messages.get(id);
    if (!message) return;
    this.#forget(id);
    this.#messages.delete(id);
    const group = this.#groups.get(message.group ?? "");
    group?.delete(id);
    if (group?.size === 0) this.#groups.delete(message.group ?? "");
    // The next message of its group can be received now.
    this.#notify();
  }

  /** While a function works on it: a fast clock would show it to a second invocation. */
  hold(handle: string): void {
    const message = this.find(handle);
    if (!message || !this.#hidden.has(message.id)) return;
    this.#hidden.get(message.id)?.();
    this.#hidden.set(message.id, () => {});
    this.#held.add(message.id);
  }

  /** Ends `hold`, if the function has not deleted the message: its visibility timeout counts again. */
  release(handle: string): void {
    const message = this.find(handle);
    if (message && this.#held.delete(message.id)) this.put(message);
  }

  find = (handle: string): Message | undefined => this.#messages.get(idOfHandle(handle));

  isHidden = ({ id }: Message): boolean => this.#hidden.has(id);

  /** Up to `most` messages that can be received now. It does not change their state. */
  visible(most: number): Message[] {
    const messages: Message[] = [];
    const blocked = new Set<string>();
    const oldest = this.#now() - this.settings.retentionMs;
    for (const id of this.#ready) {
      if (messages.length === most) break;
      const message = this.#messages.get(id) as Message;
      if (message.sentAt < oldest) this.delete(id);
      else if (!this.settings.isFifo) messages.push(message);
      else if (!blocked.has(message.group ?? "")) {
        blocked.add(message.group ?? "");
        messages.push(...this.#nextOfGroup(message.group ?? "", most - messages.length));
      }
    }
    return messages;
  }

  #nextOfGroup(group: string, most: number): Message[] {
    const ids = [...(this.#groups.get(group) ?? [])];
    if (ids.some((id) => this.#hidden.has(id) && (this.#messages.get(id) as Message).receives > 0)) return [];
    const firstHidden = ids.findIndex((id) => this.#hidden.has(id));
    return ids
      .slice(0, Math.min(most, firstHidden === -1 ? ids.length : firstHidden))
      .map((id) => this.#messages.get(id) as Message);
  }

  all = (): Message[] => [...this.#messages.values()].sort((a, b) => a.sequence - b.sequence);

  /** Without messages received three times, which go to the end. A delayed one counts from its arrival. */
  oldest(): number | undefined {
    let oldest: number | undefined;
    for (const message of this.#messages.values()) {
      if (!this.settings.isFifo && message.receives >= 3) continue;
      if (message.receives === 0 && this.isHidden(message)) continue;
      oldest = Math.min(oldest ?? message.sentAt, message.sentAt);
    }
    return oldest;
  }

  get size(): number {
    return this.#messages.size;
  }

  counts(): { visible: number; inFlight: number; delayed: number } {
    const hidden = [...this.#hidden.keys()].map((id) => this.#messages.get(id) as Message);
    const inFlight = hidden.filter(({ receives }) => receives > 0).length;
    return { visible: this.#ready.size, inFlight, delayed: hidden.length - inFlight };
  }

  /** Resolves when a message can be received, at once if there is one. */
  async arrival(): Promise<void> {
    while (this.visible(1).length === 0)
      await new Promise<void>((resolve) => {
        this.#listeners.push(resolve);
      });
  }

  #show(id: string): void {
    this.#ready.add(id);
    this.#notify();
  }

  #notify(): void {
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  #forget(id: string): void {
    this.#hidden.get(id)?.();
    this.#hidden.delete(id);
    this.#held.delete(id);
    this.#ready.delete(id);
  }
}
