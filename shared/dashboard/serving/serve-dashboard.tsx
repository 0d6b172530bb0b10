import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { DashboardRecord, Right } from "../../contract/developers/dashboard.ts";
import { hasRole } from "../../domain/account/member.ts";
import { isProved } from "../../domain/account/session.ts";
import { dayOf } from "../../domain/time/day.ts";
import { isSame, newFormId, tokenIn } from "../../http/guard/form-id.ts";
import { methodNotAllowed } from "../../http/serve/refusing-others.ts";
import { formFields, tooLargeProblem } from "../../http/serve/request.ts";
import type { Result } from "../../http/serve/responses.ts";
import { serveRequests } from "../../http/serve/serve.ts";
import type { Shown } from "../frame/shown.tsx";
import { dashboardProblem, missingPage, wrongRolePage } from "../frame/problem-pages.tsx";
import { problemPage, seeOther, staleForm } from "../../pages/layout/serve-page.tsx";
import { checkForm } from "../calls/check-form.tsx";
import { CHECK_FIELD } from "../../pages/layout/form.tsx";
import { findVisitor, type Visitor } from "./visitor.ts";
import { closedFor } from "./closed.ts";
import type { Action, Actions, DashboardRequest } from "./dashboard-request.ts";
import { dashboardRouteOf, formPageOf, hasProof, modeOf, paramsOf } from "./dashboard-routes.ts";
import { dropKeptForm, findKeptForm, holderOf, keptForm } from "./kept-forms.ts";
import { postOnce } from "./post-once.ts";
import { isProblem, limitChanges, recorded } from "./recorded.ts";
import { mistaken, shownAgain } from "./shown-again.ts";

/**
 * The one place that checks: session, token, role, form's id, fresh proof and limit. Changes leave a record.
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
      const route = dashboardRouteOf(record, isPost ? "POST" : "GET", path);
      const visitor = await findVisitor(event, now);
      if (!visitor) return signInAgain(record, event, route);
      const shown = shownTo(visitor, record, path, now);
      if (route === undefined) return otherRoute(record, event, shown);
      if (isPost && !isOwnForm(event, visitor.csrf)) return ofEarlierSession(record, event, route);
      const { role } = record.rights[route] as Right;
      if (!hasRole(visitor.member.role, role)) return wrongRolePage(shown, role);
      const request = requestOf(visitor, shown, { event, route, now });
      const act = isPost ? post : get;
      return act({ record, actions: actions as Actions, event, route, request });
    },
    { explain: (error) => problemPage(error) },
  );

/** Where a right says `stepUp`, its record has this page. */
const STEP_UP = "GET /developers/account/step-up";

/** A request of a person who may make it. */
type Allowed = {
  record: DashboardRecord;
  actions: Actions;
  event: APIGatewayProxyEventV2;
  route: string;
  request: DashboardRequest;
};

async function get({ actions, event, route, request }: Allowed): Promise<Result> {
  const { member, now, shown } = request;
  const sent = findKeptForm(event, member, shown.path);
  const { done, format } = event.queryStringParameters ?? {};
  const view = { ...shown, done, ...(sent && { sent }), ...(format === "csv" && { csvDay: dayOf(now) }) };
  const page = await show(actions[route] as Action, { ...request, shown: view });
  return sent ? { ...page, cookies: [...(page.cookies ?? []), dropKeptForm()] } : page;
}

async function post({ record, actions, event, route, ...allowed }: Allowed): Promise<Result> {
  const request = { ...allowed.request, form: formFields(event) };
  const { shown, now, params } = request;
  const page = formPageOf(record, route, shown.path);
  const form = { record, actions, request, page };
  const tooLarge = tooLargeProblem(event);
  if (tooLarge) return mistaken(form, tooLarge);
  const isCheck = CHECK_FIELD in request.form;
  // No page of these offers it.
  if (isCheck && !record.checks) return staleForm();
  const act = async (remember: DashboardRequest["remember"]) => {
    if (record.rights[route]?.stepUp && page !== undefined && !isProved(request.session, request.member, now))
      return withKeptForm(await stepUp(actions, request, page), event, page);
    try {
      await limitChanges(request, now);
      const closed = closedFor(shown.path, shown.mode, request.account);
      if (closed) throw closed;
      const action = async () => (actions[route] as Action)({ ...request, remember });
      if (isCheck) return (await shownAgain(form, { outcome: await checkForm(action) })) ?? staleForm();
      return await recorded(request, { name: record.name, route, params, event, now }, action);
    } catch (error) {
      if (isProblem(error)) return mistaken(form, error);
      throw error;
    }
  };
  return isCheck ? act(() => undefined) : postOnce(request, shown.path, act);
}

const stepUp = (actions: Actions, request: DashboardRequest, next: string) => {
  const query = new URLSearchParams({ next });
  return (actions[STEP_UP] as Action)({ ...request, query });
};

/** Without a session. A form's fields are kept until its person has signed in. */
function signInAgain(
  record: DashboardRecord,
  event: APIGatewayProxyEventV2,
  route: string | undefined,
): Result {
  const { method, path } = event.requestContext.http;
  const isPost = method === "POST";
  const page = isPost ? formPageOf(record, route ?? "", path) : path;
  if (hasProof(route) || page === undefined) return seeOther("/developers");
  const answer = seeOther(`/developers?next=${encodeURIComponent(page)}`);
  const isOurs = isPost && (event.headers["sec-fetch-site"] ?? "same-origin") === "same-origin";
  return isOurs ? withKeptForm(answer, event, page) : answer;
}

const withKeptForm = (answer: Result, event: APIGatewayProxyEventV2, page: string): Result => {
  const { path: action } = event.requestContext.http;
  return { ...answer, cookies: keptForm(event, { page, action, form: formFields(event) }) };
};

/** The form of a tab that an earlier session opened: its page shows again what was typed there. */
function ofEarlierSession(record: DashboardRecord, event: APIGatewayProxyEventV2, route: string): Result {
  const page = formPageOf(record, route, event.requestContext.http.path);
  if (page === undefined || event.headers["sec-fetch-site"] !== "same-origin") return staleForm();
  return withKeptForm(seeOther(page), event, page);
}

function otherRoute(record: DashboardRecord, event: APIGatewayProxyEventV2, shown: Shown): Result {
  const { method, path } = event.requestContext.http;
  const other = method === "POST" ? "GET" : "POST";
  if (dashboardRouteOf(record, other, path)) throw methodNotAllowed(method, [other]);
  return missingPage(shown);
}

function requestOf(
  visitor: Visitor,
  shown: Shown,
  { event, route, now }: { event: APIGatewayProxyEventV2; route: string; now: Date },
): DashboardRequest {
  return {
    ...visitor,
    shown,
    owner: { account_id: visitor.account.account_id, mode: shown.mode },
    params: paramsOf(route, shown.path),
    query: new URLSearchParams(event.rawQueryString),
    form: {},
    now,
    remember: () => undefined,
  };
}

/** A missing object is a page of the dashboard. */
async function show(action: Action, request: DashboardRequest): Promise<Result> {
  try {
    return await action(request);
  } catch (error) {
    if (isProblem(error)) return dashboardProblem(request.shown, error);
    throw error;
  }
}

/** A browser also sends its site, which must not contradict. A form that is too large is not read. */
function isOwnForm(event: APIGatewayProxyEventV2, csrf: string): boolean {
  if (tooLargeProblem(event)) return true;
  const site = event.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  return isSame(csrf, tokenIn(formFields(event)));
}

const shownTo = (
  { csrf, browser = "", member, account, partner }: Visitor,
  { checks }: DashboardRecord,
  path: string,
  now: Date,
): Shown => ({
  csrf,
  now,
  offersCheck: checks,
  formId: newFormId(holderOf(browser, member.member_id)),
  path,
  email: member.email,
  member_id: member.member_id,
  role: member.role,
  company: partner.company,
  isVerified: account.verified,
  isSuspended: account.suspended === true,
  allowsLocalhost: process.env.LOCAL_TARGETS === "allow",
  mode: modeOf(path),
});
