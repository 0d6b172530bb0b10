import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { errors, type Problem } from "../../contract/errors.ts";
import type { PlatformOperation } from "../../contract/operation.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import { sortableId } from "../../domain/item/ids.ts";
import { putFailedRequest, putKeptRequest } from "../../store/account/failure-writes.ts";
import { isDryRun } from "../../store/table/dry-run.ts";
import { keptWithEvent } from "../../store/event/event-request.ts";
import type { Result } from "./responses.ts";
import { logFault } from "./telemetry.ts";

type Begun = { key: ApiKey; now: Date; started: number; idempotency?: string | undefined };

const KEPT_OF_MESSAGE = 300;

const factsOf = ({ key, now, started, idempotency }: Begun, request_id: string) => ({
  at: now.toISOString(),
  request_id,
  ms: Math.round(performance.now() - started),
  ...(key.ending && { key_ending: key.ending }),
  ...(idempotency && { idempotency }),
});

/** The reply waits, as Lambda may freeze the environment, but not for a table that is late. */
export async function noteFailure(
  { name, path }: PlatformOperation,
  begun: Begun,
  { code, param, message }: Problem,
  { requestContext: { http, requestId } }: APIGatewayProxyEventV2,
): Promise<void> {
  const { key, now } = begun;
  const failed = {
    ...factsOf(begun, requestId),
    id: sortableId("fail_", now),
    method: http.method,
    route: path,
    status: errors[code][0],
    code,
    param: param ?? null,
    key_id: key.key_id,
    message: message.slice(0, KEPT_OF_MESSAGE),
  };
  await unlessLate(name, () => putFailedRequest(key, failed));
}

const unlessLate = async (name: string, put: () => Promise<void>) => {
  try {
    await put();
  } catch (error) {
    logFault(name, error);
  }
};

/**
 * Keeps a request that writes: its first event has it, in the transaction of the write and for no unit more.
 * One whose writes make no event has an item of its own, one unit, before its reply. `about`: its object.
 */
export async function keepingRequest(
  { name, method, path, replies }: PlatformOperation,
  begun: Begun,
  request_id: string,
  about: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (method === "GET" || isDryRun()) return work();
  const status = Math.min(...Object.values(replies).map(({ status }) => status));
  const fields = () => {
    const { at: _, ...facts } = factsOf(begun, request_id);
    return { req: { ...facts, method, route: path, status } };
  };
  const { result, isLeft } = await keptWithEvent(fields, work);
  if (!isLeft) return result;
  const { id = about } = JSON.parse(result.body || "{}") as { id?: string };
  const kept = {
    ...factsOf(begun, request_id),
    id: sortableId("made_", begun.now),
    method,
    route: path,
    status: result.statusCode,
    ...(id && { object_id: id }),
  };
  await unlessLate(name, () => putKeptRequest(begun.key, kept));
  return result;
}
