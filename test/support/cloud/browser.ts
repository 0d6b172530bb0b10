import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { artifactsDir } from "./synthesise.ts";

/** CommonJS packages, loaded as such: Jest's module registry does not see through their exports. */
const require = createRequire(import.meta.url);
const { chromium: driver } = require("playwright-core") as typeof import("playwright-core");

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** A Chromium from the npm registry where there is one for this machine, else the Chrome that is installed. */
export async function launchBrowser(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return driver.launch({ channel: "chrome" });
  const { default: chromium } = await import("@sparticuz/chromium");
  const executablePath = await chromium.executablePath();
  // A single process, which it suggests for Lambda, ends with the first visitor who leaves; and to draw by an imitated GPU takes
  // twice as long as without any.
  const args = chromium.args.filter((arg) => !/^--single-process|gpu|-gl=|angle|swiftshader/.test(arg));
  return driver.launch({ executablePath, args: [...args, "--disable-gpu"], headless: true });
}

/** A new visitor. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  return context.newPage();
}

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds against WCAG 2.2 AA, one line a finding. */
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

/** Keeps a picture of the page among the test's artefacts. */
export async function picture(page: Page, name: string): Promise<void> {
  const dir = join(artifactsDir, "screenshots");
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.jpg`), type: "jpeg", quality: 90, fullPage: true });
}
