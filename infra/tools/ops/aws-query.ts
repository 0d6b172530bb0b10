import { LambdaClient } from "@aws-sdk/client-lambda";
import { authorizationOf } from "./signed-request.ts";

/** With the credentials and region of the commands. `AWS_ENDPOINT_URL` and the service's name override it. */
export async function awsQuery(
  service: "monitoring" | "sns",
  query: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const { config } = new LambdaClient({});
  const [region, credentials] = await Promise.all([config.region(), config.credentials()]);
  const host = `${service}.${region}.amazonaws.com`;
  const token = credentials.sessionToken;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    host,
    "x-amz-date": new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
    ...(token && { "x-amz-security-token": token }),
  };
  const body = new URLSearchParams(query).toString();
  const authorization = authorizationOf({ headers, region, service, body }, credentials);
  const address = process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? `https://${host}`;
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(address, {
    method: "POST",
    headers: { ...headers, authorization },
    body,
    signal,
  });
  return { status: response.status, text: await response.text() };
}
