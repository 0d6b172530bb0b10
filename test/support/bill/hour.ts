import { COUNTED_BYTES, payFormLimit } from "../../../shared/contract/open-routes.ts";
import { MAX_BODY_BYTES, type Operation, type PageRecord } from "../../../shared/contract/operation.ts";
import { operations, pages } from "../../../shared/contract/service.ts";
import type { Window } from "../../../shared/domain/limit/window.ts";
import {
  bodyPrice,
  bytesPrice,
  flowPrice,
  priceOf,
  priceWithoutBytes,
  refusedPrice,
  type Used,
  usedBy,
} from "./prices.ts";

const HOUR_SECONDS = 3_600;
/** While an environment starts, requests get others. So one second's requests may get as many. */
const START_SECONDS = 0.5;

export type TemplateRoute = {
  key: string;
  /** Absent: its callers need a key. */
  throttle?: { rate: number; burst: number };
  memoryMb: number;
  /** The requests of an address that an environment answers in a minute. */
  perMinute?: number;
};

/** The largest replies of pages, uncompressed. A test compares them with the documents. */
const largest: Readonly<Record<string, number>> = {
  "GET /docs/{path+}": 560_000,
  "GET /docs/libraries/{file+}": 300_000,
  "GET /api/openapi.json": 50_000,
  "GET /v1/openapi.json": 280 * 1024,
  "GET /assets/{file}": 60_000,
  // Ten lists of the tools, in one batch.
  "POST /api/mcp": 60_000,
};
const PAGE_BYTES = 30 * 1024;
const DASHBOARD_BYTES = 60 * 1024;
export const pageBytes = (route: string): number => largest[route] ?? PAGE_BYTES;

/** The most work of a body, as a multiple of `JSON.parse`. `worst-bodies.test.ts` measures it. */
const WORST_BODY = 150;
/** A function reads no body of a GET, nor of a method that it refuses. */
export function worstBodyOf(route: string): number {
  const key = route.replace(/^ANY /, "POST ");
  const { operation, page } = recordOf(key);
  const reads = !key.startsWith("GET ") && (operation ?? page) !== undefined;
  return reads ? WORST_BODY : 0;
}

/** Pages have no budget, so these are the most that one of each kind uses. */
const PAGE: Used = { calls: 4, writeUnits: 0, readUnits: 5, bytes: PAGE_BYTES };
const HOME: Used = { calls: 6, writeUnits: 0, readUnits: 100, bytes: DASHBOARD_BYTES };
/** A batch of 500 payouts is read whole. */
const DRIVERS: Used = { calls: 14, writeUnits: 20, readUnits: 100, bytes: DASHBOARD_BYTES };
const DASHBOARD: Used = { calls: 6, writeUnits: 20, readUnits: 5, bytes: DASHBOARD_BYTES };

export type OpenRoute = {
  /** A refusal of a page is a page. */
  problemBytes: number | undefined;
  route: TemplateRoute;
  used: Used;
  payouts: number;
  limits: readonly Window[] | undefined;
};

export function openRoutes(routes: readonly TemplateRoute[]): OpenRoute[] {
  return routes
    .filter(({ throttle }) => throttle !== undefined)
    .map((route) => {
      const request = route.key.replace(/^ANY /, "GET ");
      const { operation, page, used } = recordOf(request);
      const bytes = largest[request] ?? used.bytes;
      return {
        route,
        used: { ...used, bytes },
        payouts: payoutsOf(request),
        problemBytes: operation ? undefined : 6_000,
        limits: limitsOf(operation, page),
      };
    });
}

/** The record that a route belongs to, and what a request uses. */
export function recordOf(route: string) {
  const operation = operations.find(({ method, path }) => route === `${method} ${path}`);
  const page = pages.find(({ routes }) => routes.some((each) => each === route));
  return { operation, page, used: operation ? usedBy(operation) : usedByPage(page) };
}

function usedByPage(page: PageRecord | undefined): Used {
  if (page?.name === "developer-home") return HOME;
  if (page?.name === "developer-drivers") return DRIVERS;
  return page?.name.startsWith("developer-") ? DASHBOARD : PAGE;
}

/** The payouts that an account makes in an hour of the dashboard. All its forms that pay share one limit. */
const payoutsOf = (route: string): number =>
  route === "GET /developers/payouts/{path+}" ? payFormLimit.count * 60 : 0;

/** Sign-in counts its requests for a link only, so its limits say nothing of its pages. */
const limitsOf = (operation: Operation | undefined, page: PageRecord | undefined) =>
  operation?.limits ?? (page?.name === "developer-sign-in" ? undefined : page?.limits);

export const passing = ({ throttle = { rate: 0, burst: 0 } }: TemplateRoute): number =>
  throttle.rate * HOUR_SECONDS + throttle.burst;

/** `bodies`: of the largest size. All of them may be malformed, and no limit of a record counts those. */
type Share = { answered: number; bytes: number; bodies: number };

function shareOf({ route, used, limits = [] }: OpenRoute): Share {
  const { rate, burst } = route.throttle ?? { rate: 0, burst: 0 };
  const environments = burst + rate * START_SECONDS;
  const places = environments * (route.perMinute ?? Number.POSITIVE_INFINITY) * 60;
  const byLimits = limits.map(({ count, seconds }) => count * Math.max(1, HOUR_SECONDS / seconds));
  const answered = Math.min(passing(route), places, ...byLimits);
  return {
    answered,
    bytes: Math.min(answered * used.bytes, places * COUNTED_BYTES),
    bodies: (places * COUNTED_BYTES) / MAX_BODY_BYTES,
  };
}

export function billOf(open: OpenRoute, addresses: number): number {
  const { route, used } = open;
  const { memoryMb } = route;
  const share = shareOf(open);
  const answered = Math.min(passing(route), share.answered * addresses);
  const bytes = Math.min(answered * used.bytes, share.bytes * addresses);
  return (
    answered * (priceWithoutBytes(used, memoryMb) + bytesPrice(0)) +
    Math.min(answered, open.payouts * addresses) * flowPrice("payout") +
    (bytesPrice(bytes) - bytesPrice(0)) +
    (passing(route) - answered) * refusedPrice(memoryMb, open.problemBytes) +
    Math.min(passing(route), share.bodies * addresses) * bodyPrice(worstBodyOf(route.key), memoryMb)
  );
}

export const keyedPrice = (operation: Operation, memoryMb: number): number =>
  priceOf(usedBy(operation), memoryMb) + (operation.budget.writeUnits > 1 ? EVENT : 0);

/** A sandbox of the docs: its account, its key, and a driver with earnings, whose creation is an event. */
const SANDBOX: Used = { calls: 8, writeUnits: 34, readUnits: 1, bytes: PAGE_BYTES };
export const sandboxPrice = (memoryMb: number): number => priceOf(SANDBOX, memoryMb) + EVENT;

const EVENT = 4 / 1_000_000;
