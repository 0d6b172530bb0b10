import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";
import { startedActivity } from "../../domain/account/activity.ts";
import { dashboardLimit } from "../../domain/account/member.ts";
import { limitKey } from "../../http/guard/own-limits.ts";
import type { Result } from "../../http/serve/responses.ts";
import { logFault } from "../../http/serve/telemetry.ts";
import { moveActivityToEnded, putActivity } from "../../store/account/activities.ts";
import { AlreadyAnswered } from "../../store/table/idempotency.ts";
import type { Visitor } from "./visitor.ts";
import { hasProof } from "./dashboard-routes.ts";

export const limitChanges = ({ member }: Visitor, now: Date): Promise<void> =>
  limitKey("dashboard", member.member_id, dashboardLimit, now, "You made more than 60 changes in a minute.");

/** A mistake of the person, or a state that does not allow the change. Anything else is a fault. */
export const isProblem = (error: unknown): error is Problem =>
  error instanceof Problem && error.code !== "service_unavailable";

type Change = {
  name: string;
  route: string;
  params: Readonly<Record<string, string>>;
  event: APIGatewayProxyEventV2;
  now: Date;
};

export async function recorded(
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
    await ended(isProblem(error) || error instanceof AlreadyAnswered ? "refused" : "failed");
    throw error;
  }
  await ended(result.statusCode < 400 ? "done" : "refused");
  return result;
}
