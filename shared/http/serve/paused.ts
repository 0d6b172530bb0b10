import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Problem } from "../../contract/errors.ts";

/** The reply to every request of a paused stage. */
export class Paused extends Problem {
  /** When the operator expects to resume. Undefined: that time is over, so soon. */
  readonly until: Date | undefined;

  constructor(until: Date, now: Date) {
    const seconds = Math.ceil((until.getTime() - now.getTime()) / 1_000);
    const isLate = !(seconds > 0);
    const end = isLate ? "for a few minutes more" : `until ${until.toISOString()}`;
    super(
      "service_unavailable",
      `The service is paused for maintenance ${end}. What you sent before is kept. Retry after the seconds in \`retry-after\`.`,
      null,
      { "retry-after": String(isLate ? 60 : seconds) },
    );
    this.until = isLate ? undefined : until;
  }
}

/** The styles of the page that says so, and the check that the functions run. */
const OPEN = /^\/(assets\/|health$)/;

/** The gateway puts the stage's variables into each event, so this makes no call. */
export function refuseWhilePaused({ stageVariables, rawPath }: APIGatewayProxyEventV2, now: Date): void {
  const until = new Date(stageVariables?.paused_until ?? "no");
  if (!Number.isNaN(until.getTime()) && !OPEN.test(rawPath)) throw new Paused(until, now);
}
