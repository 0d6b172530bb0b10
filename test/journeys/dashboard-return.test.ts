import { expect, test } from "@jest/globals";
import { startCloud } from "../support/cloud/cloud.ts";
import { muchLater } from "../support/cloud/much-later.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";

const HOME = "/developers/home/test";
const CREATE = "/developers/keys/test/create";

test("signing in after 91 days brings an account back that never got a key, and its first key keeps it", async () => {
  let cloud = await startCloud();
  const { email } = await new DashboardVisitor(cloud).signIn("Quiet Co");

  cloud = await muchLater(cloud, 91);
  const visitor = await new DashboardVisitor(cloud, email).signIn();
  expect((await visitor.call(HOME)).text).toContain("Quiet Co");
  const key = keyIn(await visitor.post(HOME, CREATE, { name: "Key", access: "all" }));
  const headers = { authorization: `Bearer ${key}` };
  expect((await cloud.call("/v1/account", { headers })).status).toBe(200);

  cloud = await muchLater(cloud, 91);
  expect((await cloud.call("/v1/account", { headers })).status).toBe(200);
});
