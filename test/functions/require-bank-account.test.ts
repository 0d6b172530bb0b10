import { expect, test } from "@jest/globals";
import { accountToPay } from "../../shared/http/guard/require-bank-account.ts";

const account = (id: string) => ({
  id,
  last4: "6789",
  bank_name: "Bank",
  account_type: "checking" as const,
  status: "verified" as const,
  created_at: "2026-11-21T09:30:00.000Z",
});
const now = new Date("2026-11-21T09:30:00.000Z");
const driver = { bank_accounts: [account("ba_1"), account("ba_2")] };
const refused = (code: string, param: string) => expect.objectContaining({ code, param });

test("live money goes to a bank account, so a driver without one is refused", () => {
  expect(accountToPay(driver, undefined, "live", now)?.id).toBe("ba_2");
  expect(() => accountToPay({ bank_accounts: [] }, undefined, "live", now)).toThrow(
    refused("bank_account_missing", "driver_id"),
  );
  expect(accountToPay({ bank_accounts: [] }, undefined, "test", now)).toBeUndefined();
});

test("an account that the driver does not have is refused in both modes", () => {
  for (const mode of ["test", "live"] as const)
    expect(() => accountToPay(driver, "ba_3", mode, now)).toThrow(
      refused("resource_missing", "bank_account_id"),
    );
  expect(accountToPay(driver, "ba_1", "live", now)?.id).toBe("ba_1");
});
