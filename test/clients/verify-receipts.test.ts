import { describe, expect, test } from "@jest/globals";
import { verifyReceipt } from "../../infra/tools/clients/typescript/src/receipts.ts";
import { receiptCases } from "./receipt-cases.ts";

describe("verifyReceipt in TypeScript", () => {
  test.each(receiptCases.map((each) => [each.name, each] as const))("answers %s", async (_, each) => {
    const { receipt, keys, issuer, text, outcome } = each;
    const said = await verifyReceipt(receipt, JSON.parse(keys), { issuer, text }).then(
      ({ jti }) => `ok ${jti}`,
      (error: Error) => error.message,
    );
    expect(said).toMatch(outcome);
  });
});
