import { LambdaClient } from "@aws-sdk/client-lambda";
import { authorizationOf } from "./signed-request.ts";
import { clientFor, type StageAddress } from "./invoke.ts";

/** `target`: the operation, for a service with AWS's JSON protocol. */
type Sent = { method: string; path?: string; contentType: string; target?: string; body?: string };

/**
 * A request to a service whose few calls need no client of the SDK, with the credentials and region of every
 * command. `AWS_ENDPOINT_URL`, and the one with the service's name, override its address.
 */
export async function signedFetch(
  service: "apigateway" | "monitoring" | "sns",
  { method, path = "/", contentType, target, body = "" }: Sent,
  stage?: StageAddress,
): Promise<Response> {
  const local = stage && clientFor(stage);
  const { config } = new LambdaClient(local ?? {});
  const [region, credentials] = await Promise.all([config.region(), config.credentials()]);
  const { AWS_ENDPOINT_URL, [`AWS_ENDPOINT_URL_${service.toUpperCase()}`]: serviceUrl } = process.env;
  const base =
    local?.endpoint ?? serviceUrl ?? AWS_ENDPOINT_URL ?? `https://${service}.${region}.amazonaws.com`;
  const url = new URL(`${base}${path}`);
  const token = credentials.sessionToken;
  const headers = {
    "content-type": contentType,
    host: url.host,
    "x-amz-date": new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
    ...(token && { "x-amz-security-token": token }),
    ...(target && { "x-amz-target": target }),
  };
  const authorization = authorizationOf({ headers, region, service, body, method, path }, credentials);
  const signal = AbortSignal.timeout(10_000);
  return fetch(url, { method, headers: { ...headers, authorization }, signal, ...(body && { body }) });
}
