import { describe, expect, test } from "@jest/globals";
import { send } from "../../infra/local/test/support/http.ts";
import { pageBytes } from "../support/bill/hour.ts";
import { operations, pages } from "../../shared/contract/service.ts";
import { docsPath, operationPath } from "../../shared/contract/docs-paths.ts";
import { fullTextFiles, markdownPath } from "../../shared/site/docs/docs-guides.ts";
import { allDocsEntries } from "../../shared/site/docs/docs-sections.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";

const cloud = await sharedCloud();

const DOCS = allDocsEntries.map(({ path }) => path);
const read = async (paths: readonly string[]) =>
  new Map(await Promise.all(paths.map(async (path) => [path, await cloud.call(path)] as const)));
const [html, markdown, files] = [
  await read(DOCS),
  await read(DOCS.map(markdownPath)),
  await read(fullTextFiles.map(({ name }) => docsPath(name))),
];
const openedAt = (path: string) => pageOf(html.get(path) ?? "");

describe("a page as HTML", () => {
  test("of the operations without a key, only those that store no personal data have a form to try", () => {
    const offered = operations.flatMap((op) => {
      const forms = openedAt(operationPath(op)).elements('[data-method="POST"][data-keyed="no"]');
      return forms.map((form) => form.getAttribute("data-try"));
    });
    expect(offered).toEqual(["/api/agent/signups", "/api/agent/partners"]);
  });

  test.each(["nothing", "constructor", "missing", "errors/nothing"])(
    "/docs/%s is a 404 with the navigation, which no cache stores",
    async (page) => {
      const reply = await cloud.call(`/docs/${page}`);
      expect([reply.status, reply.headers["cache-control"]]).toEqual([404, "no-store"]);
      const navigation = pageOf(reply).elements('nav[aria-label="Documentation"]');
      expect(navigation.length).toBeGreaterThan(0);
    },
  );
});

describe("a page as Markdown", () => {
  test.each(DOCS)("%s has the title of its HTML page, which names it, and no HTML", (path) => {
    const { status, headers, text = "" } = markdown.get(markdownPath(path)) ?? {};
    expect([status, headers?.["content-type"], headers?.["x-robots-tag"]]).toEqual([
      200,
      "text/markdown; charset=utf-8",
      "noindex",
    ]);
    const page = openedAt(path);
    const [alternate] = page.elements('link[rel="alternate"][type="text/markdown"]');
    expect(alternate?.getAttribute("href")).toBe(markdownPath(path));
    expect(text.split("\n")[0]).toBe(`# ${page.title}`);
    const withoutCode = text.replace(/```.*?```/gs, "").replace(/`[^`]*`/g, "");
    expect(withoutCode).not.toMatch(/<\/?[a-z]+[ >]|&(amp|lt|quot);/);
    // In one of the two long files.
    expect([...files.values()].filter((file) => file.text.includes(text))).toHaveLength(1);
  });

  test("its internal links lead to other Markdown pages", async () => {
    const links = new Set<string>();
    for (const { text } of markdown.values())
      for (const [, href = ""] of text.matchAll(/\]\(([^)]+)\)/g))
        if (href.startsWith(cloud.url)) links.add(href.slice(cloud.url.length));
    for (const path of links) {
      const { status } = markdown.get(path) ?? (await cloud.call(path));
      expect([path, status]).toEqual([path, 200]);
      if (path.startsWith("/docs"))
        expect(path).toMatch(/\.md$|\/llms-full[a-z-]*\.txt$|\/docs\/libraries\/[\w.@/-]+$/);
    }
  });
});

test("each long file names the other, and shows no regular expression to its readers", () => {
  for (const { headers, text } of files.values()) {
    expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(text).not.toMatch(/matches `|\^\[/);
  }
  const linked = [...files.values()].map(({ text }) => /\.txt\]\(([^)]+)\)/.exec(text)?.[1]);
  expect(linked).toEqual([...files.keys()].map((path) => cloud.url + path).reverse());
});

test("no file has the placeholder of the deployment's address", async () => {
  const documents = [...html, ...markdown, ...files, ...(await read(["/docs/sitemap.xml"]))];
  for (const [path, { text }] of documents)
    expect([path, /address-of-the-deployment|YWRkcmVzcy1vZi10aGU/.test(text)]).toEqual([path, false]);
});

test("the sitemap has every public page, and robots.txt names it", async () => {
  const { headers, text } = await cloud.call("/docs/sitemap.xml");
  expect(headers["content-type"]).toBe("text/xml; charset=utf-8");
  const listed = pageOf(text)
    .elements("loc")
    .map((url) => url.text);
  expect(listed).toEqual(["/", "/privacy", "/terms", ...DOCS].map((path) => cloud.url + path));
  expect((await cloud.call("/robots.txt")).text).toContain(`Sitemap: ${cloud.url}/docs/sitemap.xml\n`);
});

test("the search index has every page", async () => {
  const { headers, json } = await cloud.call(docsPath("search.json"));
  expect(headers["content-type"]).toBe("application/json");
  const paths = json.map(([path]: string[]) => path).filter((path: string) => !path.includes("#"));
  expect(paths).toEqual(DOCS);
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

/** All that anyone may store besides the docs' pages: documents and files. Two pages differ by reader. */
const STORABLE = [
  ...operations.filter(({ cacheFor }) => cacheFor !== undefined).map(({ path }) => path),
  ...pages
    .flatMap(({ routes }) => routes)
    .filter((route) => /^GET (?!.(developers|health)$)[^{]*$/.test(route))
    .map((route) => route.slice("GET ".length)),
  ...["search.json", "sitemap.xml"].map(docsPath),
];
const MAX_BYTES = 54 * 1024;
/** All guides and operations in one file. */
const MAX_WHOLE_BYTES = 60 * 1024;
/** A reply that depends on the request stays plain up to this. */
const MAX_PLAIN_BYTES = 4 * 1024;
/** The largest of a kind stand for the others. */
const LARGEST = 5;

const routeOf = (path: string) =>
  path.replace(/^\/docs\/.*/, "/docs/{path+}").replace(/^\/assets\/.*/, "/assets/{file}");

test("each document over 4 KB has an encoding of at most 54 KB, or 60 KB for all of them, which caches tell from the plain text", async () => {
  const style = openedAt("/docs").elements('link[rel="stylesheet"]')[0]?.getAttribute("href") ?? "";
  const others = await read([...STORABLE, style]);
  for (const [path, { headers, bytes }] of [...html, ...markdown, ...files, ...others]) {
    expect([path, headers["cache-control"]]).toEqual([path, expect.stringMatching(/^public/)]);
    expect([path, bytes.length <= pageBytes(`GET ${routeOf(path)}`)]).toEqual([path, true]);
  }
  const largest = (kind: typeof html) =>
    [...kind].sort(([, a], [, b]) => b.bytes.length - a.bytes.length).slice(0, LARGEST);
  for (const [path, plain] of [...largest(html), ...largest(markdown), ...files, ...others]) {
    if (plain.bytes.length <= MAX_PLAIN_BYTES) continue;
    for (const encoding of ["gzip", "br"]) {
      const packed = await send(cloud.url + path, { headers: { "accept-encoding": encoding } });
      expect([path, packed.headers["content-encoding"]]).toEqual([path, encoding]);
      const maxBytes = /llms-full.*txt$/.test(path) ? MAX_WHOLE_BYTES : MAX_BYTES;
      expect([path, packed.bytes.length < maxBytes]).toEqual([path, true]);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
      for (const { headers } of [plain, packed]) expect(headers.vary).toMatch(/accept-encoding$/);
    }
  }
});

test.each(["/docs", "/docs/webhooks", "/docs/errors/parameter_missing", "/privacy", "/terms", "/developers"])(
  "%s/ with a trailing slash leads to the plain address",
  async (path) => {
    for (const query of ["", "?lang=es"]) {
      const { status, headers } = await cloud.call(`${path}/${query}`);
      expect([status, headers.location]).toEqual([308, path + query]);
    }
  },
);
