import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { errors, type Problem } from "../../contract/errors.ts";
import type { PlatformOperation } from "../../contract/operation.ts";
import type { ApiKey } from "../../domain/account/api-key.ts";
import { sortableId } from "../../domain/item/ids.ts";
import { putFailedRequest } from "../../store/account/failure-writes.ts";
import { logFault } from "./telemetry.ts";

/** The reply waits, as Lambda may freeze the environment, but not for a table that is late. */
export async function noteFailure(
  { name, path }: PlatformOperation,
  { key, now, ms }: { key: ApiKey; now: Date; ms: number },
  { code, param }: Problem,
  { requestContext: { http, requestId } }: APIGatewayProxyEventV2,
): Promise<void> {
  const failed = {
    id: sortableId("fail_", now),
    at: now.toISOString(),
    method: http.method,
    route: path,
    status: errors[code][0],
    code,
    param: param ?? null,
    request_id: requestId,
    key_id: key.key_id,
    ms,
    ...(key.ending && { key_ending: key.ending }),
  };
  try {
    await putFailedRequest(key, failed);
  } catch (error) {
    logFault(name, error);
  }
}
