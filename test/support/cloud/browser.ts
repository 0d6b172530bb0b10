import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "@jest/globals";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium as driver,
  type Page,
} from "playwright-core";
import { atSuiteEnd } from "../../../infra/local/test/support/suite-end.ts";
import { artifactsDir } from "../process/artifacts.ts";
import { sharedBrowser } from "../process/shared-browser.ts";

const require = createRequire(import.meta.url);

const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** In the slow tier, suites look at their pages in every way and keep pictures. */
export const isSlow = /\.slow\.ts$/.test(expect.getState().testPath ?? "");
const LOOKS = [
  { device: "phone", viewport: PHONE, colorScheme: "light" },
  { device: "desktop", viewport: DESKTOP, colorScheme: "dark" },
  { device: "phone-dark", viewport: PHONE, colorScheme: "dark" },
  { device: "desktop-light", viewport: DESKTOP, colorScheme: "light" },
] as const;

/** What a suite repeats for each page: the first of these, and the others in the slow tier only. */
export const looks = isSlow ? LOOKS : LOOKS.slice(0, 1);

/** Outside a test, Jest names none, or the last one of the worker's suite before. */
let outside: string | undefined;
let visiting: string | undefined;
let contexts: BrowserContext[] = [];

/** A suite's connection to the browser of the run. The suite's pages close when it ends. */
export async function launchBrowser(): Promise<Browser> {
  outside = expect.getState().currentTestName;
  visiting = outside;
  contexts = [];
  const browser = await driver.connect(await sharedBrowser());
  atSuiteEnd(() => browser.close());
  return browser;
}

/** A page in a new browser context. Those of an earlier test close first, because each keeps 40 MB. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const test = expect.getState().currentTestName;
  if (test !== visiting) {
    await Promise.all(contexts.map((context) => context.close()));
    visiting = test;
    contexts = [];
  }
  const context = await browser.newContext({ viewport: PHONE, ...options });
  if (test !== outside) contexts.push(context);
  return context.newPage();
}

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** The violations of WCAG 2.2 AA that axe finds, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as AxeGlobal).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
}

type AxeGlobal = {
  axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
};

/** What the page's scripts and the console complain about from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

/** Saves a screenshot among the test's artefacts: in the slow tier, and with `PICTURES=1`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!isSlow && !process.env.PICTURES) return;
  const dir = join(artifactsDir, "screenshots");
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.jpg`), type: "jpeg", quality: 90, fullPage: true });
}
