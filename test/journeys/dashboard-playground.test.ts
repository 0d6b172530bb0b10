import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";

const PLAYGROUND = "/developers/playground/test";
const WEBHOOKS = "/developers/webhooks/test";
const KEYS = "/developers/keys/test";

const cloud = await sharedCloud();

const signedIn = (company: string) => new DashboardVisitor(cloud).signIn(company);
const makeDriver = (ana: DashboardVisitor) => ana.post(PLAYGROUND, `${PLAYGROUND}/driver`);
const driverIn = async (ana: DashboardVisitor): Promise<string> =>
  /drv_\w+/.exec((await ana.call(PLAYGROUND)).text)?.[0] ?? "";
const receives = (ana: DashboardVisitor, event: string) =>
  eventually(async () => (await ana.call(`${PLAYGROUND}/received`)).text.includes(event));

test("a disabled test receiver is enabled for the events of the next step", async () => {
  const ana = await signedIn("Playground One");
  await makeDriver(ana);
  const [page = ""] = /\/developers\/webhooks\/test\/wh_\w+/.exec((await ana.call(WEBHOOKS)).text) ?? [];
  await ana.post(page, `${page}/status`, { status: "disabled" });
  expect((await ana.call(page)).text).toContain(">Enable<");
  const earlier = await driverIn(ana);
  await makeDriver(ana);
  expect(await driverIn(ana)).not.toBe(earlier);
  await receives(ana, await driverIn(ana));
  expect((await ana.call(page)).text).toContain(">Disable<");
});

test("an account with the maximum of endpoints learns why there is no test receiver", async () => {
  const ana = await signedIn("Playground Two");
  for (let i = 0; i < 16; i++)
    await ana.post(WEBHOOKS, `${WEBHOOKS}/create`, { url: `http://localhost:9/${i}`, which: "all" });
  const { headers } = await makeDriver(ana);
  const { text } = await ana.call(headers.location ?? "");
  expect(text).toContain("Your account has the maximum of 16 webhook endpoints");
  expect(await driverIn(ana)).toMatch(/^drv_/);
  expect((await ana.call(PLAYGROUND)).text).not.toContain("maximum of 16");
});

test("a sample payout that fails has a reason, as with the test helper of the API", async () => {
  const ana = await signedIn("Playground Three");
  await makeDriver(ana);
  const driver = await driverIn(ana);
  await ana.post(PLAYGROUND, `${PLAYGROUND}/${driver}/pay`, { amount: "5.00", method: "standard" });
  const [, payout] = /(pay_\w+)\/fail/.exec((await ana.call(PLAYGROUND)).text) ?? [];
  await ana.post(PLAYGROUND, `/developers/payouts/test/${payout}/fail`);
  const key = keyIn(await ana.post(KEYS, `${KEYS}/create`, { name: "Server", access: "all" }));
  const { json } = await cloud.call(`/v1/payments/${payout}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(json).toMatchObject({ status: "failed", failure_code: "account_closed" });
});
