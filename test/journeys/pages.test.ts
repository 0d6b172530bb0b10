import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand/brand.ts";
import { allDocsEntries } from "../../shared/site/docs/docs-sections.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";

const cloud = await sharedCloud();

const PUBLIC = ["/", "/waitlist/thanks", "/privacy", "/terms", ...allDocsEntries.map(({ path }) => path)];
const MAX_BYTES = 60 * 1024;
const STYLE = /^\/assets\/[\w-]{16}\.css$/;

const pages = new Map(await Promise.all(PUBLIC.map(async (path) => [path, await cloud.call(path)] as const)));

describe.each([...pages])("the page %s", (_, reply) => {
  const { status, headers, text } = reply;
  const page = pageOf(reply);

  test("is small and storable", () => {
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
  });

  test("is closed to scripts but its own", () => {
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; img-src data:;/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const scripts = page.elements("script");
    const hashes = scripts.map((script) => createHash("sha256").update(script.rawText).digest("base64"));
    expect(policy.match(/'sha256-[^']+'/g) ?? []).toEqual(hashes.map((hash) => `'sha256-${hash}'`));
    expect(policy.includes("connect-src 'self'")).toBe(hashes.length > 0);
    const attributes = page.elements("*").flatMap((each) => Object.keys(each.attributes));
    expect(attributes.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
  });

  test("is complete, and loads one style sheet", () => {
    expect([page.language, page.elements("title")[0]?.text]).toEqual([
      "en",
      expect.stringMatching(`. · ${brand.serviceName}$`),
    ]);
    const parts = page.elements("h1, body > header, main, footer").map(({ tagName }) => tagName);
    expect(parts).toEqual(["HEADER", "MAIN", "H1", "FOOTER"]);
    expect([page.addresses[0], page.elements("main")[0]?.id]).toEqual(["#main", "main"]);
    expect(page.text).toContain(brand.disclosures);
    const loaded = page.elements("[src], link:not([rel=alternate])");
    const urls = loaded.map((each) => each.getAttribute("src") ?? each.getAttribute("href") ?? "");
    expect(urls.filter((url) => !url.startsWith("data:"))).toEqual([expect.stringMatching(STYLE)]);
  });
});

test("the stylesheet is stored for ever, and an old name gets today's, not to be stored", async () => {
  const [style] = pageOf(pages.get("/") ?? "").elements('[rel="stylesheet"]');
  const link = style?.getAttribute("href") ?? "";
  const reply = async (path: string) => {
    const { status, headers } = await cloud.call(path);
    return [status, headers["content-type"], headers["cache-control"]];
  };
  const css = "text/css; charset=utf-8";
  expect(await reply(link)).toEqual([200, css, "public, max-age=31536000, immutable"]);
  expect(await reply("/assets/AAAAAAAAAAAAAAAA.css")).toEqual([200, css, "no-store"]);
  expect((await cloud.call("/assets/..%2fsecret")).status).toBe(404);
});

test("internal links work", async () => {
  const links = new Set<string>();
  for (const [path, page] of pages)
    for (const link of pageOf(page).elements('a[href^="/"], a[href^="#"]'))
      links.add(new URL(link.getAttribute("href") ?? "", `http://x${path}`).href.slice("http://x".length));
  for (const link of links) {
    const [path = "", anchor] = link.split("#");
    const reply = pages.get(path) ?? (await cloud.call(path));
    expect([link, reply.status]).toEqual([link, 200]);
    if (anchor) expect([link, pageOf(reply).elements(`[id="${anchor}"]`).length]).toEqual([link, 1]);
  }
});

test("a signup's page is never stored and sends no referrer", async () => {
  const { headers } = await cloud.call("/signup/svc_test_00000000000000000000000000");
  expect([headers["cache-control"], headers["referrer-policy"]]).toEqual(["no-store", "no-referrer"]);
});

test("an unknown path returns a page to a browser and an error body to a program", async () => {
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  const page = await cloud.call("/nowhere", { headers: { accept } });
  expect([page.status, page.text]).toEqual([404, expect.stringContaining("We couldn't find that page")]);
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
    const { status, json } = await cloud.call("/nowhere", { headers });
    expect([status, json.error.code]).toEqual([404, "route_not_found"]);
  }
});
