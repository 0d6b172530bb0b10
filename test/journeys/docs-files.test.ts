import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { send } from "../../infra/local/test/support/http.ts";
import { pageBytes } from "../../infra/stack/cost/hour.ts";
import { operations, pages } from "../../shared/contract/service.ts";
import { docsPath, fullTextFiles, markdownPath } from "../../shared/pages/docs/docs-guides.ts";
import { allDocsEntries } from "../../shared/pages/docs/docs-sections.ts";

import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const DOCS = allDocsEntries.map(({ path }) => path);

describe("a page as Markdown", () => {
  test.each(DOCS)("%s has the title of its HTML page, which names it, and no HTML", async (path) => {
    const [{ status, headers, text }, html] = await Promise.all([
      cloud.call(markdownPath(path)),
      cloud.call(path),
    ]);
    expect([status, headers["content-type"], headers["x-robots-tag"]]).toEqual([
      200,
      "text/markdown; charset=utf-8",
      "noindex",
    ]);
    expect(html.text).toContain(`<link rel="alternate" type="text/markdown" href="${markdownPath(path)}"/>`);
    const title = /<h1>(.*?)<\/h1>/
      .exec(html.text.replaceAll("<wbr/>", ""))?.[1]
      ?.replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'");
    expect(text.split("\n")[0]).toBe(`# ${title}`);
    const withoutCode = text.replace(/```.*?```/gs, "").replace(/`[^`]*`/g, "");
    expect(withoutCode).not.toMatch(/<\/?[a-z]+[ >]|&(amp|lt|quot);/);
  });

  test("its internal links lead to other Markdown pages", async () => {
    const found = new Set<string>();
    for (const path of DOCS) {
      const { text } = await cloud.call(markdownPath(path));
      for (const [, href = ""] of text.matchAll(/\]\(([^)]+)\)/g))
        if (href.startsWith(cloud.url)) found.add(href);
    }
    for (const href of found) {
      const { status } = await cloud.call(href.slice(cloud.url.length));
      expect([href, status]).toEqual([href, 200]);
    }
    const pages = [...found].filter((href) => href.startsWith(`${cloud.url}/docs`));
    expect(
      pages.filter((href) => !/\.md$|\/llms-full[a-z-]*\.txt$|\/docs\/libraries\/[\w.-]+$/.test(href)),
    ).toEqual([]);
  });
});

test("the two files of llms-full.txt have every page once, and each names the other", async () => {
  const files = await Promise.all(fullTextFiles.map(({ name }) => cloud.call(docsPath(name))));
  for (const { headers } of files) expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  for (const path of DOCS) {
    const { text } = await cloud.call(markdownPath(path));
    expect([path, files.filter((file) => file.text.includes(text)).length]).toEqual([path, 1]);
  }
  const linked = files.map(({ text }) => /\.txt\]\(([^)]+)\)/.exec(text)?.[1]);
  expect(linked).toEqual(fullTextFiles.map(({ name }) => `${cloud.url}${docsPath(name)}`).reverse());
});

test("no file has the placeholder of the deployment's address", async () => {
  for (const path of [
    "/docs",
    "/docs/assistants",
    "/docs/assistants.md",
    "/docs/llms-full.txt",
    "/docs/llms-full-platform.txt",
    "/docs/sitemap.xml",
  ])
    expect((await cloud.call(path)).text).not.toMatch(/address-of-the-deployment|YWRkcmVzcy1vZi10aGU/);
});

test("the install links have the address of this deployment", async () => {
  const { text } = await cloud.call("/docs/assistants");
  const links = [...text.matchAll(/class="button" href="([^"]*)"/g)].map(
    ([, href = ""]) => new URL(href.replaceAll("&amp;", "&")),
  );
  const [claude, cursor, vscode] = links;
  const url = `${cloud.url}/api/mcp`;
  expect(claude?.searchParams.get("connectorUrl")).toBe(url);
  expect(JSON.parse(atob(cursor?.searchParams.get("config") ?? ""))).toEqual({ url });
  expect(JSON.parse(decodeURIComponent(vscode?.search.slice(1) ?? ""))).toEqual({
    name: "portable-roth",
    type: "http",
    url,
  });
});

test("the sitemap has every public page, and robots.txt names it", async () => {
  const { headers, text } = await cloud.call("/docs/sitemap.xml");
  expect(headers["content-type"]).toBe("text/xml; charset=utf-8");
  const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  expect(listed).toEqual(["/", "/privacy", "/terms", ...DOCS].map((path) => cloud.url + path));
  expect((await cloud.call("/robots.txt")).text).toContain(`Sitemap: ${cloud.url}/docs/sitemap.xml\n`);
});

test.each([
  ["/favicon.ico", "image/png"],
  ["/sitemap.xml", "text/xml; charset=utf-8"],
  ["/llms-full.txt", "text/markdown; charset=utf-8"],
  ["/docs.md", "text/markdown; charset=utf-8"],
])("%s, which clients try by themselves, leads to a file", async (path, type) => {
  const { status, headers } = await cloud.call(path);
  expect(status).toBe(308);
  expect((await cloud.call(String(headers.location))).headers["content-type"]).toBe(type);
});

/** All that anyone may store: documents, files, Markdown and pages, of which two differ for each reader. */
const STORABLE = [
  ...operations.filter(({ cacheFor }) => cacheFor !== undefined).map(({ path }) => path),
  ...pages
    .flatMap(({ routes }) => routes)
    .filter((route) => /^GET (?!.(developers|health)$)[^{]*$/.test(route))
    .map((route) => route.slice("GET ".length)),
  ...DOCS.flatMap((path) => [path, markdownPath(path)]),
  ...["search.json", "sitemap.xml", ...fullTextFiles.map(({ name }) => name)].map(docsPath),
];
const MAX_BYTES = 52 * 1024;
/** A reply that depends on the request stays plain up to this. */
const MAX_PLAIN_BYTES = 4 * 1024;

const routeOf = (path: string) =>
  path.replace(/^\/docs\/.*/, "/docs/{path+}").replace(/^\/assets\/.*/, "/assets/{file}");

test("each document over 4 KB has an encoding of at most 52 KB, which caches tell from the plain text", async () => {
  const { text: home } = await cloud.call("/");
  const style = /href="(\/assets\/[\w-]+\.css)"/.exec(home)?.[1] ?? "";
  for (const path of [...new Set([...STORABLE, style])]) {
    const plain = await cloud.call(path);
    expect([path, plain.headers["cache-control"]]).toEqual([path, expect.stringMatching(/^public/)]);
    expect([path, plain.bytes.length <= pageBytes(`GET ${routeOf(path)}`)]).toEqual([path, true]);
    if (plain.bytes.length <= MAX_PLAIN_BYTES) continue;
    for (const [encoding, decoded] of [
      ["gzip", gunzipSync],
      ["br", brotliDecompressSync],
    ] as const) {
      const packed = await send(cloud.url + path, { headers: { "accept-encoding": encoding } });
      expect([path, packed.headers["content-encoding"]]).toEqual([path, encoding]);
      expect([path, packed.bytes.length < MAX_BYTES]).toEqual([path, true]);
      expect([path, decoded(packed.bytes).equals(plain.bytes)]).toEqual([path, true]);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      for (const { headers } of [plain, packed]) expect(headers.vary).toMatch(/accept-encoding$/);
    }
  }
});

describe("a trailing slash", () => {
  test.each([
    "/docs",
    "/docs/webhooks",
    "/docs/errors/parameter_missing",
    "/privacy",
    "/terms",
    "/developers",
  ])("%s/ leads to the plain address", async (path) => {
    for (const [asked, plain] of [
      [`${path}/`, path],
      [`${path}/?lang=es`, `${path}?lang=es`],
    ] as const) {
      const { status, headers } = await cloud.call(asked);
      expect([status, headers.location]).toEqual([308, plain]);
    }
  });
});

test("the search index has every page", async () => {
  const { headers, json } = await cloud.call(docsPath("search.json"));
  expect(headers["content-type"]).toBe("application/json");
  const pages = json.map(([path]: string[]) => path).filter((path: string) => !path.includes("#"));
  expect(pages).toEqual(DOCS);
});
