import { hkdfSync } from "node:crypto";
import { expect, test } from "@jest/globals";
import { unseal } from "../../shared/crypto/sealed.ts";
import { createDriver } from "../../shared/domain/driver/driver.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { serveSecret } from "../support/cloud/served.ts";

const SECRET = "IdentityKeyOfTheTest";
await startEngine();
await serveSecret(() => `${SECRET}, OlderKey`);
process.env.IDENTITY_SECRET_ARN = "arn:identity";

test("the table stores a driver's digits sealed for this driver", async () => {
  const { withSealedTin } = await import("../../shared/tax-forms/sealed-tin.ts");
  const { findDriver, putDriver } = await import("../../shared/store/driver/drivers.ts");
  const { moveDriver } = await import("../../shared/store/driver/driver-changes.ts");
  const owner = { account_id: "acct_1", mode: "test" as const };
  const now = new Date("2126-11-21T09:30:00.000Z");
  const person = { email: "ana@example.com", first_name: "Ana", last_name: "Ng", ssn_last4: "4321" };
  const driver = createDriver(person, now);
  await putDriver(owner, await withSealedTin(driver.id, driver), undefined);

  const key = new Uint8Array(hkdfSync("sha256", SECRET, "", "tax identification numbers", 32));
  const digits = async () => {
    const sealed = (await findDriver(owner, driver.id))?.ssn_last4 ?? "";
    expect(sealed).not.toContain("4321");
    expect(() => unseal(sealed, createDriver(person, now).id, [key])).toThrow("another owner");
    return unseal(sealed, driver.id, [key]);
  };
  expect(await digits()).toBe("4321");
  const fields = await withSealedTin(driver.id, { ssn_last4: "8765" });
  await moveDriver(owner, driver, () => ({ fields, answer: () => true }));
  expect(await digits()).toBe("8765");
  expect(await withSealedTin(driver.id, {})).toEqual({});
});
