import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { ACCOUNT, REGION } from "../base/template.ts";

const OPERATOR = { accessKeyId: "operator", secretAccessKey: "local" };
const ARN = `arn:aws:iam::${ACCOUNT}:user/operator`;
const HOST = `sts.${REGION}.amazonaws.com`;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** GetCallerIdentity of STS, in JSON: who signed the request. It takes any date, as time may have passed. */
export function callerIdentity(headers: Headers, body: string): { status: number; body: object } {
  const authorization = String(headers.authorization ?? "");
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8}\/([\w-]+)\/sts\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w+)$/;
  const [, accessKeyId, scope = "", region, names = "", signature = ""] = form.exec(authorization) ?? [];
  if (accessKeyId !== OPERATOR.accessKeyId || region !== REGION)
    return errorReply("InvalidClientTokenId", "The security token included in the request is invalid.");
  const expected = signatureOf({ scope, names, headers: { ...headers, host: HOST }, body });
  if (!isSame(signature, expected))
    return errorReply(
      "SignatureDoesNotMatch",
      "The request signature does not match the signature provided.",
    );
  const GetCallerIdentityResult = { Account: ACCOUNT, Arn: ARN, UserId: "AIDALOCALOPERATOR" };
  return { status: 200, body: { GetCallerIdentityResponse: { GetCallerIdentityResult } } };
}

type Signed = { scope: string; names: string; headers: Headers; body: string };

function signatureOf({ scope, names, headers, body }: Signed): string {
  const lines = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}`);
  const canonical = ["POST", "/", "", ...lines, "", names, sha256(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  let key: Buffer = Buffer.from(`AWS4${OPERATOR.secretAccessKey}`);
  for (const part of scope.split("/")) key = hmac(key, part);
  return hmac(key, text).toString("hex");
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const errorReply = (Code: string, Message: string) => ({ status: 403, body: { Error: { Code, Message } } });
