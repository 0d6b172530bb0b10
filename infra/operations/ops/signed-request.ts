import { createHash, createHmac, randomUUID } from "node:crypto";
import {
  hashOfRequest,
  IDENTITY_QUERY,
  type OperatorRequest,
  REQUEST_HEADER,
  type SignedRequest,
  stsHost,
} from "../../../shared/contract/operators/operator-request.ts";

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
export type Signing = { stage: string; region: string; credentials: Credentials; now?: Date };

/** Signs a GetCallerIdentity request for STS, by which a function learns who asks, and asks for what. */
export async function signedRequest(
  command: Omit<OperatorRequest, "nonce">,
  signing: Signing,
): Promise<SignedRequest> {
  const { stage, region, credentials, now = new Date() } = signing;
  const request = JSON.stringify({ ...command, nonce: randomUUID() });
  const date = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const token = credentials.sessionToken;
  const headers = {
    host: stsHost(region),
    "x-amz-date": date,
    ...(token && { "x-amz-security-token": token }),
    [REQUEST_HEADER]: await hashOfRequest(stage, request),
  };
  const authorization = authorizationOf(
    { headers, region, service: "sts", body: IDENTITY_QUERY },
    credentials,
  );
  return { request, caller: { authorization, date, ...(token && { token }) } };
}

type Signed = {
  headers: Record<string, string>;
  region: string;
  service: string;
  body: string;
  method?: string;
  /** As the URL has it. */
  path?: string;
};

/** Signature version 4, usually of a POST to `/`. The headers are in the order of their names. */
export function authorizationOf(
  { headers, region, service, body, method = "POST", path = "/" }: Signed,
  { accessKeyId, secretAccessKey }: Credentials,
): string {
  const date = headers["x-amz-date"] ?? "";
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, path.replaceAll("%", "%25"), "", lines.join(""), names, sha256(body)].join("\n");
  const scope = [date.slice(0, 8), region, service, "aws4_request"];
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretAccessKey}`);
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonical)].join("\n");
  const signature = hmac(key, text).toString("hex");
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join("/")}, SignedHeaders=${names}, Signature=${signature}`;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
