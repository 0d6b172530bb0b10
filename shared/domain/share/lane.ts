import { DAY, HOUR, type Window } from "../limit/window.ts";

/**
 * No lane takes the room of another: an email that a person asks for, one that registers, signs in or
 * invites, and one that anyone's signup causes. Sandbox keys, their payouts and signups have a lane each.
 */
export const emailLanes = ["press", "account", "creation"] as const;
export type EmailLane = (typeof emailLanes)[number];
export type ShareLane = EmailLane | "sandbox_keys" | "sandbox_signups" | "docs_payouts";

const PERCENT: Readonly<Record<EmailLane, number>> = { press: 40, account: 30, creation: 30 };

export const emailsOf = (lane: EmailLane, perHour: number): Window => ({
  count: Math.floor((perHour * PERCENT[lane]) / 100),
  seconds: HOUR,
});
/** The sandbox keys of a day, because few are made in an hour: half of them are for a day's first turns. */
export const keysOf = (perHour: number): Window => ({ count: perHour * 24, seconds: DAY });

/** Half of the window's count may go at once, and half comes back, one every `every` ms. */
export type Room = { most: number; every: number };

export function laneRoom({ count, seconds }: Window): Room {
  const most = Math.max(1, Math.floor(count / 2));
  return { most, every: Math.ceil((seconds * 1000) / Math.max(1, count - most)) };
}

/**
 * Counts from zero: a first turn needs one, a second two. So while some networks ask again and again, room
 * remains for others. Half of the room is enough for every turn, so none waits for good.
 */
export const placesNeeded = (turn: number, { most }: Room): number =>
  Math.min(turn, Math.floor(most / 2)) + 1;

/** `full_at`: all places are free from then on. They come back one by one. */
export const mayGoAt = (turn: number, room: Room, full_at: number): number =>
  full_at - (room.most - placesNeeded(turn, room)) * room.every;

/** `full_at` after one more entry went. */
export const afterOne = (room: Room, full_at: number, now: number): number =>
  Math.max(full_at, now) + room.every;

/** Sorts: first turns first, and of equal turns the oldest. `id` is sortable. */
export const placeInLine = (turn: number, id: string): string => `${String(turn).padStart(9, "0")}#${id}`;

/** How long a network's turns count: longer than a round of 1,000 networks takes in any lane. */
export const TURN_SECONDS = 2 * DAY;

export const maxOfNetwork = ({ count, seconds }: Window): number =>
  Math.max(1, Math.floor((TURN_SECONDS / seconds) * (count - Math.floor(count / 2)) * 0.5));
