import { agentApi } from "./agent-api.ts";
import { serveCompanyMcpPage } from "./company-mcp.ts";
import { developerPages } from "./developers/developer-pages.ts";
import { serveMcpPage } from "./mcp.ts";
import type { Access } from "../domain/access/noun.ts";
import type { Operation, PageRecord, Timer } from "./operation.ts";
import { methodsOf, pathCovers } from "./operation.ts";
import { type Command, invocationOf } from "./operators/command.ts";
import * as operators from "./operators/commands.ts";
import { platformApi } from "./platform-api.ts";
import { requestConfirmationPage } from "./request-confirmation.ts";
import { endsSavings, stopsSaver } from "./savings-access.ts";

/** All routes and functions. The stack, the OpenAPI documents and the tests start from these lists. */
export const operations: readonly Operation[] = [...agentApi, ...platformApi];

const savingsReads: Access = {
  savings: ["get"],
  savings_link: ["get"],
  signup: ["get"],
  account: ["get"],
  account_profile: ["get"],
  partner: ["get"],
};

export const pages: readonly PageRecord[] = [
  ...developerPages,
  {
    name: "show-page",
    routes: [
      "GET /",
      "GET /waitlist/thanks",
      "GET /privacy",
      "GET /terms",
      "GET /assets/{file}",
      "GET /docs",
      "GET /docs/{path+}",
    ],
    perSecond: 30,
    access: {},
  },
  {
    name: "open-tax-document",
    routes: ["GET /v1/tax/documents/{token}"],
    access: {
      driver: ["query"],
      account_profile: ["get"],
      account: ["get"],
      partner: ["get"],
      tax_document: ["get"],
    },
    secrets: ["signing", "identity"],
  },
  { name: "show-library", routes: ["GET /docs/libraries/{file+}"], perSecond: 2, access: {} },
  { name: "show-health", routes: ["GET /health"], access: { health: ["get"] } },
  {
    name: "show-signup",
    routes: [
      "GET /signup/{signup_id}",
      "GET /signup/{signup_id}/mailed",
      "GET /signup/{signup_id}/{proof}",
      "GET /signup/{signup_id}/{proof}/not-me",
      "GET /signup/{signup_id}/{proof}/receipt",
    ],
    access: { signup: ["get"], partner: ["get"], receipt: ["get"] },
  },
  {
    name: "show-evidence",
    routes: ["GET /.well-known/jwks.json", "GET /legal/texts/{hash}"],
    perSecond: 2,
    access: { receipt_key: ["query"] },
  },
  serveMcpPage,
  serveCompanyMcpPage,
  {
    name: "describe-service",
    routes: [
      "GET /llms.txt",
      "GET /robots.txt",
      "GET /.well-known/api-catalog",
      "GET /.well-known/security.txt",
      "GET /api/mcp/server-card",
    ],
    access: {},
  },
  requestConfirmationPage,
  {
    name: "confirm-signup",
    routes: ["POST /signup/{signup_id}/{proof}"],
    access: {
      signup: ["get", "update"],
      signup_email: ["update"],
      signup_directory: ["put"],
      partner: ["get"],
      receipt: ["put"],
      receipt_key: ["put"],
      outbox: ["put"],
    },
    secrets: ["receipt"],
  },
  {
    name: "disown-signup",
    routes: ["POST /signup/{signup_id}/{proof}/not-me"],
    access: {
      signup: ["get", "update"],
      signup_email: ["update"],
      signup_directory: ["put"],
      suppression: ["update"],
      receipt: ["put"],
      receipt_key: ["put"],
      ...stopsSaver,
    },
    secrets: ["mailbox", "receipt"],
  },
  {
    name: "show-consent",
    routes: ["GET /connect/{state}", "GET /connect/{state}/receipt"],
    access: {
      consent: ["get"],
      receipt: ["get"],
      earnings: ["get"],
      account: ["get"],
      account_profile: ["get"],
      partner: ["get"],
    },
  },
  {
    name: "answer-consent",
    routes: ["POST /connect/{state}"],
    access: {
      consent: ["get", "update"],
      earnings: ["get", "query", "put"],
      driver: ["query", "update"],
      event: ["put"],
      account: ["get"],
      account_profile: ["get"],
      partner: ["get"],
      receipt: ["put"],
      receipt_key: ["put"],
    },
    secrets: ["receipt"],
  },
  {
    name: "hear-rail",
    routes: ["POST /rails/{mode}"],
    perSecond: 1,
    access: {},
  },
  {
    name: "show-savings",
    routes: ["GET /savings/{proof}", "GET /savings/{proof}/{part}"],
    access: { ...savingsReads, saver: ["get"], receipt: ["get"] },
  },
  {
    name: "answer-savings",
    routes: ["POST /savings/{proof}"],
    access: {
      ...savingsReads,
      savings: ["get", "update"],
      savings_link: ["get", "update"],
      signup: ["get", "check"],
      saver: ["collect", "update"],
      driver: ["query", "update"],
      event: ["put"],
      outbox: ["put"],
      receipt: ["put"],
      receipt_key: ["put"],
    },
    secrets: ["receipt", "mailbox"],
  },
];

export const timers: readonly Timer[] = [
  { name: "advance-signup", queue: "signups", calls: 2, access: { signup: ["get", "update"] } },
  {
    name: "replay-events",
    queue: "payouts",
    access: { webhook: ["get"], event: ["query"], delivery: ["put"], outbox: ["put"] },
  },
  {
    name: "erase-driver",
    queue: "payouts",
    access: {
      mileage: ["query", "delete"],
      expense: ["query", "delete"],
      earnings: ["query", "delete"],
      consent: ["delete"],
      deleted_driver: ["get"],
      tax_document: ["get", "update"],
      ...endsSavings,
    },
  },
  {
    name: "expire-proposal",
    queue: "payouts",
    calls: 1,
    access: { proposal: ["get", "update"], event: ["put"] },
  },
];

export const operatorFunctions = [
  operators.lookUpFunction,
  operators.decideFunction,
  operators.changeAccountsFunction,
  operators.eraseFunction,
  operators.repairFunction,
] as const;

export const commands: readonly Command[] = operatorFunctions
  .flatMap((each): readonly Command[] => each.commands)
  .sort((a, b) => invocationOf(a).localeCompare(invocationOf(b)));

/** Answers 404 or 405 to every request without a route. */
export const unknownRoute = { name: "unknown-route", access: {} } as const;

export type Route = { name: string; method: string; path: string };

const routesOf = (name: string, route: string): Route[] => {
  const [method = "", path = ""] = route.split(" ");
  return methodsOf(method).map((each) => ({ name, method: each, path }));
};

export const routes: readonly Route[] = [
  ...operations.flatMap((op) => routesOf(op.name, `${op.method} ${op.path}`)),
  ...pages.flatMap((page) => page.routes.flatMap((route) => routesOf(page.name, route))),
];

export const isPagePath = (path: string): boolean =>
  pages.some(({ routes }) =>
    routes.some((route) => route.startsWith("GET ") && pathCovers(route.slice("GET ".length), path)),
  );

export const allowedMethods = (path: string): string[] => [
  ...new Set(routes.filter((route) => pathCovers(route.path, path)).map(({ method }) => method)),
];
