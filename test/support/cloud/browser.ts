import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from "playwright-core";
import { artifactsDir } from "./synthesise.ts";

const require = createRequire(import.meta.url);

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** `names`: hosts that the browser finds at another address. */
type LaunchOptions = { names?: Record<string, string> };

/** Chromium from the npm registry on Linux x64, and the installed Chrome elsewhere. */
export async function launchBrowser({ names = {} }: LaunchOptions = {}): Promise<Browser> {
  const rules = Object.entries(names).map(([name, address]) => `MAP ${name} ${address}`);
  const resolving = rules.length > 0 ? [`--host-resolver-rules=${rules.join()}`] : [];
  if (process.platform !== "linux" || process.arch !== "x64")
    return driver.launch({ channel: "chrome", args: resolving });
  const { default: chromium } = await import("@sparticuz/chromium");
  const executablePath = await unpackedBrowser();
  // The package suggests a single process for Lambda, but that ends with the first closed context. An
  // emulated GPU takes twice as long as none. It also turns off what keeps the pages of two sites apart.
  const args = chromium.args.filter(
    (arg) =>
      !/^--single-process|gpu|-gl=|angle|swiftshader|web-security|site-isolation|IsolateOrigins/.test(arg),
  );
  return driver.launch({ executablePath, args: [...args, ...resolving, "--disable-gpu"], headless: true });
}

/**
 * The package unpacks into one folder of the machine and takes any file there for a whole one, so a second
 * worker would start half a browser. So each worker unpacks apart, and the first whole folder gets the name.
 */
async function unpackedBrowser(): Promise<string> {
  const { devDependencies } = require("../../../package.json");
  const folder = join(artifactsDir, `chromium-${devDependencies["@sparticuz/chromium"]}`);
  if (!existsSync(folder)) {
    const TMPDIR = mkdtempSync(`${folder}-`);
    const unpack = 'await (await import("@sparticuz/chromium")).default.executablePath()';
    const env = { ...process.env, NODE_OPTIONS: "", TMPDIR };
    await promisify(execFile)(process.execPath, ["--input-type=module", "-e", unpack], { env });
    try {
      renameSync(TMPDIR, folder);
    } catch {
      rmSync(TMPDIR, { recursive: true });
    }
  }
  return join(folder, "chromium");
}

/** A page in a new browser context. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
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

/** Saves a screenshot among the test's artefacts. */
export async function picture(page: Page, name: string): Promise<void> {
  const dir = join(artifactsDir, "screenshots");
  mkdirSync(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.jpg`), type: "jpeg", quality: 90, fullPage: true });
}
