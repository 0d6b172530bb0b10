import type { Page } from "playwright-core";
import { type Cloud, freshEmail } from "../cloud/cloud.ts";
import { mailTo } from "../cloud/mailbox.ts";
import { dashboardLinkIn } from "./dashboard.ts";

/**
 * Fills in the registration. The page then waits for the emailed link. The browsers of all suites have one
 * address, so earlier ones may have asked for its five links of a minute.
 */
export async function register(cloud: Cloud, page: Page, company: string): Promise<string> {
  const email = freshEmail();
  await cloud.advance("1m");
  await page.goto(`${cloud.url}/developers`);
  await page.getByLabel("Company or app").fill(company);
  await page.getByLabel("Work email").fill(email);
  await page.getByLabel("Start with sample data").uncheck();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  return cloud.url + dashboardLinkIn((await mailTo(cloud, email)).text);
}
