import type { MemberRole } from "../../domain/account/member.ts";
import type { Access } from "../../domain/access/noun.ts";
import type { PageRecord } from "../operation.ts";

/**
 * `stepUp`: within ten minutes of an emailed link or, once the member has one, of a passkey. `page`: of a
 * form, to show it again with its mistakes.
 */
export type Right = { readonly role: MemberRole; readonly stepUp?: true; readonly page?: string };

/**
 * `rights` lists all routes: any other gets 404, and of two that match the first counts. `checks`: its forms
 * do what the API does, and a person may ask first what they would do.
 */
export type DashboardRecord = PageRecord & {
  readonly rights: Readonly<Record<string, Right>>;
  readonly checks?: true;
};

export const SIGNED_IN = {
  session: ["get"],
  member: ["get"],
  account: ["get"],
  partner: ["get"],
} as const satisfies Access;
export const RECORDED = {
  activity: ["put", "update"],
  limit: ["update"],
  idempotency: ["get", "put"],
} as const satisfies Access;
export const SHOWS_SECRETS = { idempotency: ["get", "put", "delete"] } as const satisfies Access;

export const ANY: Right = { role: "viewer" };
export const DEVELOPER: Right = { role: "developer" };
export const APPROVER: Right = { role: "approver" };
export const ADMIN: Right = { role: "admin" };
export const PROVED: Right = { role: "viewer", stepUp: true };
export const PROVED_ADMIN: Right = { role: "admin", stepUp: true };

/** A form on the page at a path, in which the ids of the form's own path stand for themselves. */
export const on = (page: string, right: Right): Right => ({ ...right, page });

export const dashboard = <const R extends DashboardRecord>(record: R): R => record;

export const routesBelow = <const P extends string>(path: P) =>
  [`GET ${path}/{path+}`, `POST ${path}/{path+}`] as const;
