import type { StageAddress } from "../ops/invoke.ts";
import { signedFetch } from "../ops/signed-fetch.ts";

type GatewayStage = { StageVariables?: Record<string, string>; stageVariables?: Record<string, string> };

/** Needs apigateway:GET and apigateway:PATCH. */
export async function stageVariables(
  target: StageAddress,
  apiId: string,
  variables?: Record<string, string>,
): Promise<Record<string, string>> {
  const path = `/v2/apis/${apiId}/stages/%24default`;
  const changed = variables && { body: JSON.stringify({ stageVariables: variables }) };
  const sent = { method: variables ? "PATCH" : "GET", path, contentType: "application/json", ...changed };
  const response = await signedFetch("apigateway", sent, target);
  const text = await response.text();
  const reason = `API Gateway answered ${response.status}: ${text.slice(0, 200)}`;
  if (!response.ok)
    throw Object.assign(new Error(reason), { name: response.headers.get("x-amzn-errortype") });
  const { StageVariables, stageVariables: pausedBefore } = JSON.parse(text) as GatewayStage;
  return pausedBefore ?? StageVariables ?? {};
}
