import { timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { DashboardRecord, Right } from "../contract/developers/dashboard.ts";
import { Problem } from "../contract/errors.ts";
import { pathCovers } from "../contract/operation.ts";
import { startedActivity } from "../domain/account/activity.ts";
import { hasRole } from "../domain/account/member.ts";
import { isFresh } from "../domain/account/session.ts";
import { Mode } from "../domain/owner.ts";
import { MINUTE } from "../domain/window.ts";
import { FORM_TOKEN_FIELD } from "../http/guard/form-token.ts";
import { formFields } from "../http/serve/request.ts";
import type { Result } from "../http/serve/responses.ts";
import { methodNotAllowed, serveRequests } from "../http/serve/serve.ts";
import { logFault } from "../http/serve/telemetry.ts";
import { dashboardProblem, missingPage, type Shown, wrongRolePage } from "../pages/developers/frame.tsx";
import { stepUpPage } from "../pages/developers/proof.tsx";
import { problemPage, seeOther, staleForm } from "../pages/layout/serve-page.tsx";
import { moveActivityToEnded, putActivity } from "../store/account/activities.ts";
import { admit } from "../store/table/limits.ts";
import { closedFor } from "./closed.ts";
import { findVisitor, type Visitor } from "./visitor.ts";

export type DashboardRequest = Visitor & {
  shown: Shown;
  /** The mode in the path; test where the path has none. */
  owner: { account_id: string; mode: Mode };
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  form: Record<string, string>;
  now: Date;
};

type Action = (request: DashboardRequest) => Promise<Result> | Result;

/**
 * The Lambda handler of a part of the dashboard, and the one place that checks a request: its session, its
 * form's token, its role, its fresh proof and its limit, in this order. Each change leaves a record.
 */
export const serveDashboard = <R extends DashboardRecord>(
  record: R,
  actions: { [Route in keyof R["rights"]]: Action },
) =>
  serveRequests(
    record.name,
    async (event) => {
      const now = new Date();
      const { method, path } = event.requestContext.http;
      const isPost = method === "POST";
      const route = routeOf(record, isPost ? "POST" : "GET", path);
      const visitor = await findVisitor(event, now);
      if (!visitor) return seeOther(isPost || hasProof(route) ? "/developers" : signInFor(path));
      const shown = shownTo(visitor, path, now);
      if (route === undefined) {
        if (routeOf(record, isPost ? "GET" : "POST", path))
          throw methodNotAllowed(method, [isPost ? "GET" : "POST"]);
        return missingPage(shown);
      }
      const form = isPost ? formFields(event) : {};
      if (isPost && !isOwnForm(event, form, visitor.csrf)) return staleForm();
      const right = record.rights[route] as Right;
      if (!hasRole(visitor.member.role, right.role)) return wrongRolePage(shown, right.role);
      if (right.stepUp && !isFresh(visitor.session, now)) return stepUpPage(shown, backOf(path));
      if (isPost) await limitChanges(visitor, now);
      const closed = isPost && closedFor(path, shown.mode, visitor.account);
      if (closed) return dashboardProblem(shown, closed);

      const params = paramsOf(route, path);
      const owner = { account_id: visitor.account.account_id, mode: shown.mode };
      const query = new URLSearchParams(event.rawQueryString);
      const request = { ...visitor, shown, owner, params, query, form, now };
      const act = () => answer(actions[route as keyof R["rights"]], request);
      return isPost ? recorded(visitor, { name: record.name, route, params, event, now }, act) : act();
    },
    { explain: (error) => problemPage(error) },
  );

const signInFor = (path: string) => `/developers?next=${encodeURIComponent(path)}`;

/** The path has the secret of an emailed link, which no other address and no record repeats. */
const hasProof = (route: string | undefined) => route?.endsWith("/{proof}") ?? false;

/** A mistake is a page of the dashboard. Anything else that is thrown is a fault. */
async function answer(action: Action, request: DashboardRequest): Promise<Result> {
  try {
    return await action(request);
  } catch (error) {
    if (error instanceof Problem && error.code !== "service_unavailable")
      return dashboardProblem(request.shown, error);
    throw error;
  }
}

/** The route of the record that a request matches: the first one that fits. */
const routeOf = ({ rights }: DashboardRecord, method: string, path: string): string | undefined =>
  Object.keys(rights).find((route) => {
    const [wanted, template = ""] = route.split(" ");
    return wanted === method && pathCovers(template, path) && hasIds(template, path);
  });

/** Ids are short, because records repeat them. */
const hasIds = (template: string, path: string) => {
  const { mode, ...ids } = paramsOf(`GET ${template}`, path);
  if (mode !== undefined && !Mode.safeParse(mode).success) return false;
  return Object.values(ids).every((id) => /^[\w-]{1,64}$/.test(id));
};

function paramsOf(route: string, path: string): Record<string, string> {
  const segments = path.split("/");
  const parts = (route.split(" ")[1] ?? "").split("/");
  return Object.fromEntries(
    parts.flatMap((part, i) => (part.startsWith("{") ? [[part.slice(1, -1), segments[i] ?? ""]] : [])),
  );
}

/** The mode follows the page's name: `/developers/keys/live`. */
const modeOf = (path: string): Mode => (path.split("/")[3] === "live" ? "live" : "test");

/** The page that a form belongs to: a person who proved the mailbox anew submits the form again. */
function backOf(path: string): string {
  const [, , page = "home", part] = path.split("/");
  if (part === "team") return "/developers/account/test/team";
  return path.endsWith("/profile") ? path : `/developers/${page}/${modeOf(path)}`;
}

/** A browser also sends its site, which must not contradict the token. */
function isOwnForm(event: APIGatewayProxyEventV2, form: Record<string, string>, csrf: string): boolean {
  const site = event.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const [held, sent] = [Buffer.from(csrf), Buffer.from(form[FORM_TOKEN_FIELD] ?? "")];
  return held.length === sent.length && timingSafeEqual(held, sent);
}

const CHANGES = [{ count: 60, seconds: MINUTE }];

async function limitChanges({ member }: Visitor, now: Date): Promise<void> {
  const limited = await admit("dashboard", member.member_id, CHANGES, now);
  if (!limited) return;
  const seconds = Math.max(1, Math.ceil((limited.until - now.getTime()) / 1000));
  throw new Problem(
    "rate_limit_exceeded",
    `You made more than 60 changes in a minute. Try again in ${seconds} s.`,
    null,
    { "retry-after": String(seconds) },
  );
}

type Change = {
  /** Of the function. */
  name: string;
  route: string;
  params: Record<string, string>;
  event: APIGatewayProxyEventV2;
  now: Date;
};

/** Records that a change begins, and then how it ended. If the second write fails, it stays `started`. */
async function recorded(
  { member, session }: Visitor,
  { name, route, params, event, now }: Change,
  act: () => Promise<Result>,
): Promise<Result> {
  const { account_id, member_id } = member;
  const objects = Object.entries(params).flatMap(([name, value]) =>
    name === "mode" || hasProof(route) ? [] : [value],
  );
  const { requestId: request_id } = event.requestContext;
  const of = { account_id, member_id, session_id: session.session_id, action: route, objects, request_id };
  const activity = startedActivity(of, now);
  await putActivity(activity);
  // The change is over, and its page may show a secret once. So a fault here must not replace the page.
  const ended = (result: "done" | "refused" | "failed") =>
    moveActivityToEnded(activity, result, new Date()).catch((error: unknown) => logFault(name, error));
  let result: Result;
  try {
    result = await act();
  } catch (error) {
    await ended("failed");
    throw error;
  }
  await ended(result.statusCode < 400 ? "done" : "refused");
  return result;
}

const shownTo = ({ csrf, member, account, partner, session }: Visitor, path: string, now: Date): Shown => ({
  csrf,
  path,
  email: member.email,
  member_id: member.member_id,
  role: member.role,
  company: partner.company,
  isVerified: account.verified,
  isSuspended: account.suspended === true,
  isProved: isFresh(session, now),
  mode: modeOf(path),
});
