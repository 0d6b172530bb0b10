import { expect, jest, test } from "@jest/globals";
import { serveSecret, tableAt } from "../support/cloud/served.ts";

/** A Secrets Manager with one value, which the test changes. A status of 400 is not retried. */
const manager = { value: "OldKey", reads: 0, status: 200 };
const readValue = () => {
  manager.reads++;
  return manager.value;
};
await serveSecret(readValue, () => manager.status);
Object.assign(process.env, tableAt("http://127.0.0.1"), {
  SIGNING_SECRET_ARN: "arn:signing",
  ENDPOINT_SECRET_ARN: "arn:endpoint",
  MAILBOX_SECRET_ARN: "arn:mailbox",
});
const { readSecrets } = await import("../../shared/store/table/secrets.ts");

test("a new signing key signs everywhere within a minute, and at once where it is missing", async () => {
  const clock = jest.spyOn(Date, "now");
  const passed = (ms: number) => clock.mockReturnValue(1_800_000_000_000 + ms);
  passed(0);
  expect(await readSecrets("signing")).toEqual(["OldKey"]);
  manager.value = "NewKey, OldKey\n";
  passed(59_999);
  expect(await readSecrets("signing")).toEqual(["OldKey"]);
  expect(manager.reads).toBe(1);
  expect(await readSecrets("signing", { anew: true })).toEqual(["NewKey", "OldKey"]);
  expect(await readSecrets("signing", { anew: true })).toEqual(["NewKey", "OldKey"]);
  expect(manager.reads).toBe(2);
  // The operator removed the old key, and left the comma.
  manager.value = "NewKey,";
  passed(120_000);
  expect(await readSecrets("signing")).toEqual(["NewKey"]);
  expect(manager.reads).toBe(3);
  manager.value = "NewestKey, NewKey";
  passed(120_001);
  expect(await readSecrets("signing", { anew: true })).toEqual(["NewestKey", "NewKey"]);
  for (const ms of [120_002, 125_000]) {
    passed(ms);
    await readSecrets("signing", { anew: true });
  }
  expect(manager.reads).toBe(4);
  passed(125_001);
  await readSecrets("signing", { anew: true });
  expect(manager.reads).toBe(5);
});

test("a failed second read keeps the good value, for an hour where the value may be taken out of use", async () => {
  const clock = jest.spyOn(Date, "now");
  const passed = (seconds: number) => clock.mockReturnValue(1_900_000_000_000 + seconds * 1000);
  Object.assign(manager, { value: "GoodKey", reads: 0, status: 200 });
  passed(0);
  expect(await readSecrets("mailbox")).toEqual(["GoodKey"]);
  expect(await readSecrets("endpoint")).toEqual(["GoodKey"]);
  manager.status = 400;
  passed(7_200);
  await expect(readSecrets("endpoint", { anew: true })).rejects.toThrow();
  expect(await readSecrets("endpoint")).toEqual(["GoodKey"]);
  expect(manager.reads).toBe(3);

  passed(60);
  expect(await readSecrets("mailbox")).toEqual(["GoodKey"]);
  passed(64);
  expect(await readSecrets("mailbox")).toEqual(["GoodKey"]);
  expect(manager.reads).toBe(4);
  passed(3_599);
  expect(await readSecrets("mailbox")).toEqual(["GoodKey"]);
  passed(3_600);
  await expect(readSecrets("mailbox")).rejects.toThrow();

  Object.assign(manager, { value: "NewKey", status: 200 });
  expect(await readSecrets("mailbox")).toEqual(["NewKey"]);
  passed(7_206);
  expect(await readSecrets("endpoint")).toEqual(["NewKey"]);
});
