import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand/brand.ts";
import { allDocsEntries } from "../../shared/site/docs/docs-sections.ts";
import { textOf } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const PUBLIC = ["/", "/waitlist/thanks", "/privacy", "/terms", ...allDocsEntries.map(({ path }) => path)];
const MAX_BYTES = 60 * 1024;

const pages = new Map(await Promise.all(PUBLIC.map(async (path) => [path, await cloud.call(path)] as const)));

test.each([...pages])("the page %s is small, storable, closed to scripts and complete", (_, page) => {
  const { status, headers, text } = page;
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);

  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; style-src 'self'; img-src data:;/);
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
  const hashes = scripts.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  expect([...policy.matchAll(/'sha256-[^']+'/g)].map(([hash]) => hash)).toEqual(hashes);
  expect(policy.includes("connect-src 'self'")).toBe(scripts.length > 0);
  expect(text).not.toMatch(/ style="| on[a-z]+="|<script [^>]*src/);

  expect(text).toMatch(/<html lang="en">/);
  expect(text).toMatch(new RegExp(`<title>[^<]+ · ${brand.serviceName}</title>`));
  expect(text.match(/<h1[ >]/g)).toHaveLength(1);
  expect(text).toMatch(/<a class="skip" href="#main">.*<header>.*<main id="main".*<footer>/s);
  expect(textOf(text)).toContain(brand.disclosures);

  const loaded = text.replace(/<link rel="alternate"[^>]*>/, "");
  const urls = [...loaded.matchAll(/(?:src|<link[^>]*href)="(?!data:)([^"]*)"/g)].map(([, url]) => url);
  expect(urls).toEqual([expect.stringMatching(/^\/assets\/[\w-]{16}\.css$/)]);
});

test("the stylesheet is stored for ever, and an old name gets today's, not to be stored", async () => {
  const link = /href="(\/assets\/[\w-]{16}\.css)"/.exec(pages.get("/")?.text ?? "")?.[1] ?? "";
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
  for (const [path, { text }] of pages)
    for (const [, href = ""] of text.matchAll(/<a [^>]*href="([/#][^"]*)"/g))
      links.add(new URL(href, `http://x${path}`).href.slice("http://x".length));
  for (const link of links) {
    const [path = "", anchor] = link.split("#");
    const { status, text } = pages.get(path) ?? (await cloud.call(path));
    expect([link, status]).toEqual([link, 200]);
    if (anchor) expect(text).toContain(`id="${anchor}"`);
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
