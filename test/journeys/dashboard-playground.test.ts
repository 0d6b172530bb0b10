import { expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";

const PLAYGROUND = "/developers/playground/test";
const WEBHOOKS = "/developers/webhooks/test";

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
