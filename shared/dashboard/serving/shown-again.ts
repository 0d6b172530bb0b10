import type { DashboardRecord } from "../../contract/developers/dashboard.ts";
import { errors, type Problem } from "../../contract/errors.ts";
import type { Result } from "../../http/serve/responses.ts";
import { dashboardProblem } from "../frame/problem-pages.tsx";
import { repeatable, type Sent } from "../../pages/layout/form.tsx";
import { FormMistakes, type Mistakes, sentence } from "../../pages/layout/form-mistakes.tsx";
import type { Actions, DashboardRequest } from "./dashboard-request.ts";
import { dashboardRouteOf, modeOf, paramsOf } from "./dashboard-routes.ts";
import { isProblem } from "./recorded.ts";

type Form = {
  record: DashboardRecord;
  actions: Actions;
  request: DashboardRequest;
  page: string | undefined;
};

export async function mistaken(of: Form, problem: Problem): Promise<Result> {
  const [status] = errors[problem.code];
  const { shown } = of.request;
  try {
    const result = await shownAgain(of, { mistakes: mistakesIn(problem, status) });
    if (!result) return dashboardProblem(shown, problem);
    return { ...result, statusCode: status, headers: { ...problem.headers, ...result.headers } };
  } catch (error) {
    // The object that the page is about is gone.
    if (isProblem(error)) return dashboardProblem(shown, problem);
    throw error;
  }
}

/** The form's page, with what was typed. Undefined: the form has none. */
export async function shownAgain(
  { record, actions, request, page }: Form,
  found: Partial<Pick<Sent, "mistakes" | "outcome">>,
): Promise<Result | undefined> {
  const route = page === undefined ? undefined : dashboardRouteOf(record, "GET", page);
  const again = actions[route ?? ""];
  if (page === undefined || route === undefined || !again) return undefined;
  const { shown, form } = request;
  const sent = { action: shown.path, given: repeatable(form), mistakes: {}, ...found };
  return again({
    ...request,
    shown: { ...shown, path: page, mode: modeOf(page), sent },
    params: paramsOf(route, page),
    query: new URLSearchParams(),
  });
}

function mistakesIn(problem: Problem, status: number): Mistakes {
  if (problem instanceof FormMistakes) return problem.mistakes;
  const isAtField = status === 400 && /^\w+$/.test(problem.param ?? "");
  return { [isAtField ? String(problem.param) : ""]: sentence(problem.message) };
}
