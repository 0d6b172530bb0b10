import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

/** A Secrets Manager with one value, which the test changes. */
const manager = { value: "OldKey", reads: 0 };
const server = createServer((_, response) => {
  manager.reads++;
  response.writeHead(200, { "content-type": "application/x-amz-json-1.1" });
  response.end(JSON.stringify({ SecretString: manager.value }));
});

let readSecrets: typeof import("../../shared/store/table/secrets.ts").readSecrets;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    SIGNING_SECRET_ARN: "arn:signing",
  });
  ({ readSecrets } = await import("../../shared/store/table/secrets.ts"));
});
afterAll(() => {
  jest.restoreAllMocks();
  server.close();
  server.closeAllConnections();
});

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
