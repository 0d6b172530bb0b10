import type { Json } from "../../../infra/local/test/support/http.ts";
import { changesBetween } from "../../../infra/tools/document-changes.ts";
import { releasedDocument } from "../../../infra/tools/released-documents.ts";

export const released = releasedDocument("platform");

/** What a change of the released Platform document is reported as. */
export function reported(change: (document: Json) => void): string[] {
  const changed = structuredClone(released) as Json;
  change(changed);
  return changesBetween(released, changed).map(
    ({ isBreaking, text }) => `${isBreaking ? "BREAKS " : ""}${text}`,
  );
}

export const request = (document: Json) => document.components.schemas.CreatePayoutRequest;
export const payment = (document: Json) => document.components.schemas.Payment;
export const payout = (document: Json) => document.paths["/v1/payments/payout"].post;
