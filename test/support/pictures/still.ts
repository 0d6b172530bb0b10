import type { Page } from "playwright-core";

/**
 * Puts fixed text in place of what each run draws anew: ids, secrets, times, ports and durations. The text
 * keeps its length, so a line that is too long for its place is so in the picture, too.
 */
export const hold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const patterns: [RegExp, (found: string) => string][] = [
      // Ids, and their ends, as a cut id has them.
      [
        /\b([a-z]{2,5}_)+(?=[0-9a-zA-Z]*\d)[0-9a-zA-Z]{4,}/g,
        (match) => match.replace(/[^_]+$/, (id) => "0".repeat(id.length)),
      ],
      [/\b(?=[\w-]*\d)[\w-]{40,}|\b[0-9a-f]{12,}\b|v1,\S{20,}/g, (match) => "0".repeat(match.length)],
      [/\d{4}-\d\d-\d\d(?=[ T]\d)/g, () => "2027-03-02"],
      [/\d\d:\d\d(:\d\d)?(\.\d+)?/g, (match) => match.replace(/\d/g, "0")],
      [/localhost:\d+|127\.0\.0\.1:\d+|127(\.\d+){3}/g, () => "localhost:0"],
      [/\b(person)\d+\.\d+/g, () => "person1"],
      [/\b\d+ (ms|s|min|h)\b/g, (match) => match.replace(/\d+/, "9")],
      [/just now/g, () => "9 s ago"],
    ];
    const held = (text: string) => patterns.reduce((now, [find, put]) => now.replace(find, put), text);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isCut = node.parentElement?.parentElement?.closest(".id") || node.parentElement?.closest(".id");
      const text = node.nodeValue ?? "";
      const next = isCut && !text.includes("_") ? text.replace(/\w/g, "0") : held(text);
      if (next !== text) node.nodeValue = next;
    }
    // How many requests a minute has, and how many are refused, depends on the machine.
    const isCounted = (node: Element) => / ms\b|requests|rejected/.test(node.textContent ?? "");
    for (const chart of document.querySelectorAll("figure")) {
      if (isCounted(chart)) chart.querySelector("svg")?.replaceChildren();
    }
    for (const sum of document.querySelectorAll("p.key span"))
      sum.textContent = (sum.textContent ?? "").replace(/^[\d,]+/, "9");
    for (const line of document.querySelectorAll("main p"))
      if (/^\s*Busiest minute/.test(line.textContent ?? "")) line.textContent = "Busiest minute: 0 of 100.";
    if (location.pathname.endsWith("/requests"))
      for (const row of document.querySelectorAll("tbody tr:nth-child(n + 2)")) row.remove();
    for (const field of document.querySelectorAll("input, textarea"))
      (field as HTMLInputElement).value = held((field as HTMLInputElement).value);
  });
