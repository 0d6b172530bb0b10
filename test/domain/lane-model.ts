import { afterOne, laneRoom, mayGoAt, placeInLine, type Room } from "../../shared/domain/share/lane.ts";
import type { Window } from "../../shared/domain/limit/window.ts";

export type Asked = { turn: number; place: string; at: number; sentAt?: number };

/**
 * A lane on a virtual clock, which decides with the functions of the service: at a request, and every minute
 * for what waits.
 */
export class Lane {
  readonly #room: Room;
  readonly #turns = new Map<string, number>();
  /** By place, the last one first. */
  readonly #line: Asked[] = [];
  #fullAt = 0;
  #ids = 0;
  /** The instants at which something went. */
  readonly taken: number[] = [];

  constructor(window: Window) {
    this.#room = laneRoom(window);
  }

  turnsOf = (network: string): number => this.#turns.get(network) ?? 0;

  /** Asks for an email. It goes if nothing waits before it and there is room, or else it waits. */
  ask(network: string, at: number, turn = this.turnsOf(network)): Asked {
    this.#turns.set(network, turn + 1);
    const request: Asked = { turn, place: placeInLine(turn, String(this.#ids++).padStart(12, "0")), at };
    const first = this.#line.at(-1);
    const isNext = first === undefined || first.place > request.place;
    if (!isNext || !this.#goes(request, at)) this.#wait(request);
    return request;
  }

  /** Takes something that cannot wait. A refused turn is returned. */
  take(network: string, now: number): boolean {
    const turn = this.turnsOf(network);
    if (!this.#goes({ turn, place: "", at: now }, now)) return false;
    this.#turns.set(network, turn + 1);
    return true;
  }

  /** The run of a minute. */
  sweep(now: number): void {
    for (let first = this.#line.at(-1); first && this.#goes(first, now); first = this.#line.at(-1))
      this.#line.pop();
  }

  waits = (): boolean => this.#line.length > 0;

  #goes(request: Asked, now: number): boolean {
    if (mayGoAt(request.turn, this.#room, this.#fullAt) > now) return false;
    this.#fullAt = afterOne(this.#room, this.#fullAt, now);
    this.taken.push(now);
    request.sentAt = now;
    return true;
  }

  #wait(request: Asked): void {
    let low = 0;
    let high = this.#line.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#line[middle] as Asked).place > request.place) low = middle + 1;
      else high = middle;
    }
    this.#line.splice(low, 0, request);
  }
}
