import { expect, test } from "@jest/globals";
import { verifyReceipt } from "../typescript/src/receipts.ts";
import { type ReceiptCase, receiptProblems } from "./receipt-cases.ts";

test("verifyReceipt in TypeScript says of each receipt what its case says", async () => {
  const said = ({ receipt, keys, issuer, text }: ReceiptCase) =>
    verifyReceipt(receipt, JSON.parse(keys), { issuer, text }).then(
      ({ jti }) => `ok ${jti}`,
      (error: Error) => error.message,
    );
  expect(await receiptProblems(said)).toEqual([]);
});
