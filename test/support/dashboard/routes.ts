import type { Right } from "../../../shared/contract/developers/dashboard.ts";
import { dashboards } from "../../../shared/contract/developers/developer-pages.ts";

export const HOME = "/developers/home/test";

export const timelinePathOf = (id: string, mode: string): string =>
  `/developers/home/${mode}/timeline?id=${encodeURIComponent(id)}`;

/** The ids of an account's objects. */
export const idNames = [
  ...([
    "testKey",
    "liveKey",
    "session",
    "passkey",
    "member",
    "driver",
    "account",
    "payout",
    "batch",
    "proposal",
  ] as const),
  ...(["endpoint", "delivery", "event", "login", "proof", "request"] as const),
];
export type Ids = Record<(typeof idNames)[number], string>;

/** Every route of the dashboard with its right. */
export const rights: readonly [route: string, right: Right][] = dashboards.flatMap(
  ({ rights: ofDashboard }) => Object.entries(ofDashboard),
);

/** The lists that are files, too. */
export const files = [
  "drivers/{mode}",
  "payouts/{mode}",
  "payouts/{mode}/batches",
  "proposals/{mode}",
  "webhooks/{mode}",
  "webhooks/{mode}/events",
  "webhooks/{mode}/{id}",
  "home/{mode}/requests",
  "keys/{mode}",
  "account/{mode}/team",
  "account/{mode}/activity",
].map((path) => `GET /developers/${path}`);

/** The id that a test puts in place of `{id}`: of the first of these parts that the route has. */
const OBJECTS: [part: string, name: keyof Ids][] = [
  ["/batches/", "batch"],
  ["/payouts/", "payout"],
  ["/proposals/", "proposal"],
  ["/drivers/", "driver"],
  ["/webhooks/", "endpoint"],
  ["/keys/test/", "testKey"],
  ["/keys/live/", "liveKey"],
  ["/sessions/", "session"],
  ["/passkeys/", "passkey"],
  ["/team/", "member"],
  ["/contact/", "login"],
];

/** `mode`: of `{mode}`, if not that of the ids. Throws if the walks have no object for the route. */
export function pathOfRoute(route: string, ids: Ids, mode?: string): string {
  const template = route.split(" ")[1] ?? "";
  const [, object] = OBJECTS.find(([part]) => template.includes(part)) ?? [];
  const params: Record<string, string | undefined> = {
    ...ids,
    id: object && ids[object],
    mode: mode ?? (/keys|profile/.test(template) ? "live" : "test"),
    platform: "uber",
    year: "2026",
    date: "2026-11-21",
    // Of no page that shows a secret once.
    view: "v".repeat(43),
  };
  return template.replace(/\{(\w+)\}/g, (param, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The walk has no object for ${param} of ${route}`);
    return value;
  });
}
