import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import {
  axeFindings,
  complaintsOf,
  DESKTOP,
  launchBrowser,
  looks,
  picture,
  visit,
} from "../support/cloud/browser.ts";
import { startCloud } from "../support/cloud/cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { Receiver } from "../support/partner/receiver.ts";
import { scriptedEndpoint } from "../support/partner/scripted-endpoint.ts";
import { overflowOf } from "../support/pictures/inspect.ts";

// Last the one whose refused call breaks the others.
const PANELS = ["Trace", "Items", "Queues", "Faults", "Access"];

let request = "";
const [cloud, browser, receiver] = await Promise.all([startCloud(), launchBrowser(), Receiver.start()]);
const partner = await newPartner(cloud);
const { arrived } = await scriptedEndpoint(receiver, partner, { answers: [{ status: 503 }] });
const driver = { email: "quinn@example.org", first_name: "Quinn", last_name: "Doe" };
request = String((await partner.post("/v1/drivers", driver)).headers["x-request-id"]);
await arrived(1);

async function openConsole(panel = "Trace", opened?: Page): Promise<Page> {
  const page = opened ?? (await visit(browser, { viewport: DESKTOP }));
  // Only another panel in its address would not load the page again.
  await page.goto("about:blank");
  await page.goto(`${cloud.url}/_local/#${panel.toLowerCase()}`);
  await page.getByRole("link", { name: panel, exact: true }).and(page.locator("[aria-current]")).waitFor();
  return page;
}

/** A queue of dead letters with a message that its function can process. */
async function deadLetter(): Promise<string> {
  const queues = (await cloud.call("/_local/console/queues")).json as { id: string }[];
  const id = queues.map((queue) => queue.id).find((each) => /EventDeadLetters/.test(each)) ?? "";
  const event = { account_id: "acct_1", mode: "test", event_id: `evt_${"0".repeat(26)}`, type: "ping" };
  await cloud.sendMessage(id, JSON.stringify(event));
  return id;
}

/** A call of a function whose role lacks a grant. */
async function refusedCall(): Promise<void> {
  const [grant] = (await cloud.grants()).filter(
    ({ role, action, prefix }) =>
      role.startsWith("CreateDriverRole") && action === "dynamodb:PutItem" && prefix === "DRIVER#*",
  );
  await cloud.revoke(grant as NonNullable<typeof grant>);
  await partner.post("/v1/drivers", { email: "ana@example.com", first_name: "Ana", last_name: "Ng" });
}

describe("the console", () => {
  test("a request's trace has its writes, event, delivery and, once time has passed, its retries", async () => {
    const page = await openConsole();
    await page.locator(`[data-request="${request}"]`).first().click();
    const steps = page.getByRole("region", { name: "Trace" }).getByRole("listitem");
    for (const text of ["POST /v1/drivers", "put DRIVER#", "put EVENT#", "driver.created evt_", "dlv_"])
      await steps.filter({ hasText: text }).first().waitFor();
    const refused = steps.filter({ hasText: /^\S+ \S+delivery.*refused/ });
    await refused.first().waitFor();
    // On a busy machine, the first retry may be there already.
    expect(await refused.count()).toBeLessThan(4);
    await page.getByRole("button", { name: "+1 day" }).click();
    await page.getByText("Everything that was due has happened.").waitFor({ timeout: 120_000 });
    await refused.nth(3).waitFor();
  });

  test("the clock skips a typed span, and a mistake in it is explained", async () => {
    const page = await openConsole();
    const before = await cloud.now();
    await page.getByLabel("Other span").fill("soon");
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByText("advance must be a span of time").waitFor();
    await page.getByLabel("Other span").fill("2h");
    await page.getByRole("button", { name: "Skip" }).click();
    await page.getByText("Everything that was due has happened.").waitFor({ timeout: 120_000 });
    expect((await cloud.now()) - before).toBeGreaterThanOrEqual(7_200_000);
  });

  test("dead letters return to their queue at the press of a button", async () => {
    const id = await deadLetter();
    const page = await openConsole("Queues");
    await page.getByRole("button", { name: /^Redrive events$/ }).click();
    await page.getByText("are back in their queue").waitFor();
    expect(await cloud.queueLength(id)).toBe(0);
    const shown = (await cloud.call("/_local/console/queues")).json.map(({ name }: { name: string }) => name);
    const listed = (await cloud.command("list", { noun: "queues" })).data as { queue: string }[];
    expect(new Set(shown)).toEqual(new Set(listed.map(({ queue }) => queue)));
  });

  test("a refused call has the grant that its record lacks", async () => {
    await refusedCall();
    const page = await openConsole("Access");
    await page.getByText('Add `driver: ["put"]` to the access of create-driver.').waitFor();
    await cloud.revoke();
  });

  test("a switch injects its fault until it is off", async () => {
    const page = await openConsole("Faults");
    const faults = async () => (await cloud.call("/_local/faults")).json;
    await page.getByLabel("Fail all emails").check();
    await eventually(async () => (await faults()).length === 1);
    expect(await faults()).toEqual([{ kind: "error", action: "ses:SendEmail" }]);
    await page.getByRole("button", { name: "End all faults" }).click();
    await page.getByText("All faults have ended.").waitFor();
    expect(await faults()).toEqual([]);
    expect(await page.getByLabel("Fail all emails").isChecked()).toBe(false);
  });
});

test.each(looks)(
  "on a $device no panel has axe findings, overflow or console errors",
  async ({ device, viewport, colorScheme }) => {
    const page = await visit(browser, { viewport, colorScheme, bypassCSP: true });
    const complaints = complaintsOf(page);
    for (const panel of PANELS) {
      if (panel === "Queues") await deadLetter();
      if (panel === "Access") await refusedCall();
      await openConsole(panel, page);
      if (panel === "Trace") {
        await page.locator(`[data-request="${request}"]`).first().click();
        await page.getByText("driver.created evt_").last().waitFor();
      }
      if (panel === "Queues") await page.getByRole("button", { name: /^Redrive/ }).waitFor();
      if (panel === "Access") await page.getByText("to the access of create-driver").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      expect(await overflowOf(page)).toBe(0);
      expect(complaints).toEqual([]);
      await picture(page, `console-${panel.toLowerCase()}-${device}`);
    }
    await cloud.revoke();
  },
);
