import { LambdaClient } from "@aws-sdk/client-lambda";
import { clientFor, type StageAddress } from "../ops/invoke.ts";
import { authorizationOf } from "../ops/signed-request.ts";

type GatewayStage = { StageVariables?: Record<string, string>; stageVariables?: Record<string, string> };

/** Needs apigateway:GET and apigateway:PATCH. One call needs no client of the SDK. */
export async function stageVariables(
  target: StageAddress,
  apiId: string,
  variables?: Record<string, string>,
): Promise<Record<string, string>> {
  // The same credentials and region as every command.
  const { config } = new LambdaClient(clientFor(target));
  const [region, credentials] = await Promise.all([config.region(), config.credentials()]);
  const own = process.env.AWS_ENDPOINT_URL ?? `https://apigateway.${region}.amazonaws.com`;
  const path = `/v2/apis/${apiId}/stages/%24default`;
  const url = new URL(`${clientFor(target).endpoint ?? own}${path}`);
  const method = variables ? "PATCH" : "GET";
  const body = variables ? JSON.stringify({ stageVariables: variables }) : "";
  const token = credentials.sessionToken;
  const headers = {
    "content-type": "application/json",
    host: url.host,
    "x-amz-date": new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
    ...(token && { "x-amz-security-token": token }),
  };
  const signed = { headers, region, service: "apigateway", body, method, path };
  const authorization = authorizationOf(signed, credentials);
  const signal = AbortSignal.timeout(10_000);
  const sent = { method, headers: { ...headers, authorization }, signal, ...(variables && { body }) };
  const response = await fetch(url, sent);
  const text = await response.text();
  const reason = `API Gateway answered ${response.status}: ${text.slice(0, 200)}`;
  if (!response.ok)
    throw Object.assign(new Error(reason), { name: response.headers.get("x-amzn-errortype") });
  const { StageVariables, stageVariables: found } = JSON.parse(text) as GatewayStage;
  return found ?? StageVariables ?? {};
}
