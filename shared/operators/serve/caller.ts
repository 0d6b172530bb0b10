import * as z from "zod/mini";
import {
  hashOfRequest,
  IDENTITY_QUERY,
  REQUEST_HEADER,
  type SignedRequest,
  stsHost,
} from "../../contract/operators/operator-request.ts";
import { CommandProblem } from "./command-run.ts";

const TIMEOUT_MS = 5_000;

const Identity = z.object({
  GetCallerIdentityResponse: z.object({
    GetCallerIdentityResult: z.object({ Arn: z.string(), Account: z.string() }),
  }),
});

const account = process.env.ACCOUNT_ID;
const region = process.env.AWS_REGION ?? "";
const stage = process.env.STAGE ?? "";

/**
 * Lambda does not say who invoked it. So the caller signs a request to STS whose header has the hash of the
 * operator's request. Everything but the signature is fixed here.
 */
export async function provenCaller({ request, caller }: SignedRequest): Promise<string> {
  const { authorization, date, token } = caller;
  const names = ["host", "x-amz-date", ...(token ? ["x-amz-security-token"] : []), REQUEST_HEADER];
  const form = new RegExp(
    `^AWS4-HMAC-SHA256 Credential=\\w{1,128}/\\d{8}/${region}/sts/aws4_request, SignedHeaders=${names.join(";")}, Signature=[0-9a-f]{64}$`,
  );
  if (!form.test(authorization))
    throw new CommandProblem("The request is not signed as this version of npm run ops signs it");
  const response = await fetch(process.env.AWS_ENDPOINT_URL ?? `https://${stsHost(region)}/`, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      authorization,
      "x-amz-date": date,
      ...(token && { "x-amz-security-token": token }),
      [REQUEST_HEADER]: await hashOfRequest(stage, request),
    },
    body: IDENTITY_QUERY,
  });
  if (response.status === 400 || response.status === 403)
    throw new CommandProblem("AWS does not confirm the signature of the request: check your credentials");
  if (!response.ok) throw new Error(`STS answered ${response.status}`);
  const { Arn, Account } = Identity.parse(await response.json()).GetCallerIdentityResponse
    .GetCallerIdentityResult;
  // Credentials of another account would hide the operator behind a name that they choose.
  if (Account !== account)
    throw new CommandProblem("The credentials that signed the request belong to another AWS account");
  return Arn;
}
