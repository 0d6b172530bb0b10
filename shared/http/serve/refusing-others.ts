import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";
import { ofEnvironment } from "../../store/table/environment.ts";
import { limitOpen } from "../guard/open-limit.ts";
import { allowedPreflight, isPreflight } from "./cross-origin.ts";
import { refuseWhilePaused } from "./paused.ts";
import { bytesOf, type Result } from "./responses.ts";

/** For routes that take any method (see `infra/stack/api.ts`): the function refuses the others. */
const allowedByPath = ofEnvironment<Record<string, string[]>>(() =>
  JSON.parse(process.env.ALLOWED_METHODS ?? "{}"),
);

/** Refuses what the address may not send, all of a paused stage, and methods that the path does not have. */
export const refusingOthers =
  (answer: (event: APIGatewayProxyEventV2) => Promise<Result>) =>
  async (event: APIGatewayProxyEventV2): Promise<Result> => {
    const { method, sourceIp } = event.requestContext.http;
    const now = new Date();
    limitOpen(sourceIp, bytesOf(event), now);
    if (isPreflight(event)) return allowedPreflight;
    refuseWhilePaused(event, now);
    const [matched, path = ""] = event.routeKey.split(" ");
    const allowed = allowedByPath();
    if (matched === "ANY" && !allowed[path]?.includes(method))
      throw methodNotAllowed(method, allowed[event.rawPath] ?? allowed[path] ?? []);
    return answer(event);
  };

export function methodNotAllowed(method: string, allowed: readonly string[]): Problem {
  const allow = allowed.join(", ");
  return new Problem(
    "method_not_allowed",
    `This path does not accept ${method}. Use ${allowed.join(" or ")}.`,
    null,
    { allow },
  );
}
