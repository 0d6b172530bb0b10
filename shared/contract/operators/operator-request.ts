import * as z from "zod/mini";
import { note, text } from "../../domain/text/text.ts";

export const AuditReason = note(
  text(200).check(z.regex(/^[^@]*$/, "text without an email: it is logged, and the log must name no person")),
  "The reason, for the audit record and the log. It must name no person.",
);

const OperatorRequest = z.strictObject({
  command: z.string(),
  /** Random, so that no two requests have one signature. */
  nonce: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** `AuditReason` checks it. */
  reason: z.optional(z.string()),
  dry_run: z.optional(z.boolean()),
  reveal: z.optional(z.boolean()),
});
export type OperatorRequest = z.infer<typeof OperatorRequest>;

/** Parts of a signed GetCallerIdentity request, whose header `x-operator-request` has the request's hash. */
export const SignedRequest = z.strictObject({
  request: z.string().check(z.maxLength(20_000)),
  caller: z.strictObject({
    authorization: z.string().check(z.maxLength(1_000)),
    date: z.string().check(z.regex(/^\d{8}T\d{6}Z$/)),
    token: z.optional(z.string().check(z.regex(/^[\w+/=-]{1,8000}$/))),
  }),
});
export type SignedRequest = z.infer<typeof SignedRequest>;

export const REQUEST_HEADER = "x-operator-request";
export const IDENTITY_QUERY = "Action=GetCallerIdentity&Version=2011-06-15";
export const stsHost = (region: string): string => `sts.${region}.amazonaws.com`;

export function requestIn(text: string): OperatorRequest | undefined {
  try {
    return OperatorRequest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The SHA-256 of a stage and a request. A signature for one stage is of no use at another. */
export async function hashOfRequest(stage: string, request: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${stage}\n${request}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
