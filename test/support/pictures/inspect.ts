import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { axeFindings, DESKTOP, looks, picture } from "../cloud/browser.ts";

/** How many pixels the page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** Alone, these say nothing: no value, a number without a unit, some of an unknown list, a time to come. */
const NEEDS_HEAD = /^(–|All|None|Open|[\d,.]+|\d+ types?|in \d.*)$/;

/** The cells whose text has no room, and those that a phone shows without a word for what they are. */
export const unreadableCells = (page: Page): Promise<string[]> =>
  page.evaluate((needsHead) => {
    const textOf = (cell: HTMLElement) => {
      const copy = cell.cloneNode(true) as HTMLElement;
      for (const hidden of copy.querySelectorAll(".quiet, dialog, button")) hidden.remove();
      return copy.textContent?.trim() ?? "";
    };
    const headless = [...document.querySelectorAll<HTMLElement>("td")].filter((cell) => {
      const isGrid = cell.parentElement && getComputedStyle(cell.parentElement).display === "grid";
      const isSeen = getComputedStyle(cell).display !== "none" && !cell.classList.contains("p1");
      const says = getComputedStyle(cell, "::before").content;
      return (
        isGrid &&
        isSeen &&
        !cell.querySelector(".st") &&
        says === "none" &&
        new RegExp(needsHead).test(textOf(cell))
      );
    });
    const cut = [...document.querySelectorAll<HTMLElement>("td, th")].filter((cell) => {
      // The heads of a phone are for screen readers.
      const head = cell.closest("thead");
      if (head && getComputedStyle(head).position === "absolute") return false;
      if (cell.offsetParent === null || textOf(cell) === "") return false;
      const { paddingLeft, paddingRight } = getComputedStyle(cell);
      const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return room < Math.min(48, cell.scrollWidth - cell.clientWidth + room);
    });
    return [...headless, ...cut].map((cell) => `${cell.className}: ${textOf(cell)}`);
  }, NEEDS_HEAD.source);

/** Looks at a page in each way. It then has the width of a desktop. */
export async function inspect(page: Page, name: string): Promise<void> {
  for (const { device, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await picture(page, `${name}-${device}`);
    expect([name, device, await axeFindings(page)]).toEqual([name, device, []]);
    expect([name, device, await overflowOf(page)]).toEqual([name, device, 0]);
    expect([name, device, await unreadableCells(page)]).toEqual([name, device, []]);
  }
  // 320 CSS pixels are also a desktop at 400 % (WCAG 1.4.10), 640 one at 200 %.
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 800 });
    expect([name, width, await overflowOf(page)]).toEqual([name, width, 0]);
  }
  await page.setViewportSize(DESKTOP);
  expect([name, await overflowOf(page), await unreadableCells(page)]).toEqual([name, 0, []]);
}
