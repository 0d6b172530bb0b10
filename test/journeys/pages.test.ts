import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand/brand.ts";
import { allDocsEntries } from "../../shared/site/docs/docs-sections.ts";
import { textOf } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const PUBLIC = ["/", "/waitlist/thanks", "/privacy", "/terms", ...allDocsEntries.map(({ path }) => path)];
const MAX_BYTES = 60 * 1024;

const pages = new Map(await Promise.all(PUBLIC.map(async (path) => [path, await cloud.call(path)] as const)));

const scriptsIn = (text: string) =>
  [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);

describe.each([...pages])("the page %s", (_, { status, headers, text }) => {
  test("is small and storable", () => {
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
  });

  test("is closed to scripts but its own", () => {
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; img-src data:;/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const hashes = scriptsIn(text).map((script) => createHash("sha256").update(script).digest("base64"));
    expect(policy.match(/'sha256-[^']+'/g) ?? []).toEqual(hashes.map((hash) => `'sha256-${hash}'`));
    expect(policy.includes("connect-src 'self'")).toBe(hashes.length > 0);
    expect(text).not.toMatch(/ style="| on[a-z]+="|<script [^>]*src/);
  });

  test("is complete, and loads one style sheet", () => {
    expect(text).toMatch(new RegExp(`<html lang="en">.*<title>[^<]+ · ${brand.serviceName}</title>`, "s"));
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text).toMatch(/<a class="skip" href="#main">.*<header>.*<main id="main".*<footer>/s);
    expect(textOf(text)).toContain(brand.disclosures);
    const loaded = text.replace(/<link rel="alternate"[^>]*>/, "");
    const urls = [...loaded.matchAll(/(?:src|<link[^>]*href)="(?!data:)([^"]*)"/g)].map(([, url]) => url);
    expect(urls).toEqual([expect.stringMatching(/^\/assets\/[\w-]{16}\.css$/)]);
  });
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
