import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { axeFindings, DESKTOP, looks, picture } from "../cloud/browser.ts";

/** How many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** Looks at a page in each way. It then has the width of a desktop. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const { device, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `${name}-${device}`);
    expect([name, device, await axeFindings(page)]).toEqual([name, device, []]);
    expect([name, device, await overflowOf(page)]).toEqual([name, device, 0]);
  }
  // 320 CSS pixels are also a desktop at 400 % (WCAG 1.4.10), 640 one at 200 %.
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 800 });
    expect([name, width, await overflowOf(page)]).toEqual([name, width, 0]);
  }
  await page.setViewportSize(DESKTOP);
}
