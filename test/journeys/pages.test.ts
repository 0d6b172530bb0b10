import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { brand } from "../../shared/domain/brand.ts";
import { allDocsEntries } from "../../shared/pages/docs/docs-sections.ts";
import { textOf } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const DOCS = allDocsEntries.map(({ path }) => path);
const PUBLIC = ["/", "/waitlist/thanks", "/privacy", "/terms", ...DOCS];
const MAX_BYTES = 60 * 1024;

describe.each(PUBLIC)("the page %s", (path) => {
  test("the page is small, and caches may store it for five minutes", async () => {
    const { status, headers, text } = await cloud.call(path);
    expect([path, status, headers["cache-control"]]).toEqual([path, 200, "public, max-age=300"]);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
  });

  test("the page runs only the script that its policy allows", async () => {
    const { headers, text } = await cloud.call(path);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; img-src data:;/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = ""]) => script);
    const allowed = scripts.map(
      (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    );
    expect([...policy.matchAll(/'sha256-[^']+'/g)].map(([hash]) => hash)).toEqual(allowed);
    expect(policy.includes("connect-src 'self'")).toBe(scripts.length > 0);
    expect(text).not.toMatch(/ style="| on[a-z]+="|<script [^>]*src/);
  });

  test("the page has a language, a title, one main heading, landmarks, a skip link and the disclosures", async () => {
    const { text } = await cloud.call(path);
    expect(text).toMatch(/<html lang="en">/);
    expect(text).toMatch(new RegExp(`<title>[^<]+ · ${brand.serviceName}</title>`));
    expect(text.match(/<h1[ >]/g)).toHaveLength(1);
    expect(text).toMatch(/<a class="skip" href="#main">.*<header>.*<main id="main".*<footer>/s);
    expect(textOf(text)).toContain(brand.disclosures);
  });

  test("the page loads the stylesheet and nothing else", async () => {
    const { text } = await cloud.call(path);
    const loaded = text.replace(/<link rel="alternate"[^>]*>/, "");
    const [link = "", ...others] = [...loaded.matchAll(/(?:src|<link[^>]*href)="(?!data:)([^"]*)"/g)].map(
      ([, url = ""]) => url,
    );
    expect([link, others]).toEqual([expect.stringMatching(/^\/assets\/[\w-]{16}\.css$/), []]);
    const style = await cloud.call(link);
    expect([style.status, style.headers["content-type"], style.headers["cache-control"]]).toEqual([
      200,
      "text/css; charset=utf-8",
      "public, max-age=31536000, immutable",
    ]);
  });
});

test("internal links work", async () => {
  const found = new Set<string>();
  for (const path of PUBLIC) {
    const { text } = await cloud.call(path);
    for (const [, href = ""] of text.matchAll(/<a [^>]*href="([/#][^"]*)"/g)) {
      found.add(new URL(href, `http://x${path}`).href.slice("http://x".length));
    }
  }
  for (const link of found) {
    const [path = "", anchor] = link.split("#");
    const { status, text } = await cloud.call(path);
    expect([link, status]).toEqual([link, 200]);
    if (anchor) expect(text).toContain(`id="${anchor}"`);
  }
});

test("an old stylesheet name returns today's style, which caches must not store", async () => {
  const { status, headers } = await cloud.call("/assets/AAAAAAAAAAAAAAAA.css");
  expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect((await cloud.call("/assets/..%2fsecret")).status).toBe(404);
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
