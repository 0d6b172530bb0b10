import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { agentApi } from "../../shared/contract/agent-api.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { brandCompany } from "../../shared/domain/brand/brand.ts";
import { modern, resultOf } from "../support/cloud/mcp.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const CATALOG = "/.well-known/api-catalog";
const SECURITY = "/.well-known/security.txt";

const cloud = await sharedCloud();

const pathOf = (url: string) => url.replace(cloud.url, "");

/** The targets of the `Link` header, by relation. */
const linksOf = (header: string | string[] | undefined): Record<string, string> =>
  Object.fromEntries(
    [...String(header).matchAll(/<([^>]+)>; rel="([\w-]+)"/g)].map(([, to, rel]) => [rel, to]),
  );

test.each(["/llms.txt", "/robots.txt", CATALOG, SECURITY, "/api/mcp/server-card"])(
  "%s can be cached for an hour, supports etags, and replies to HEAD",
  async (path) => {
    const { status, headers } = await cloud.call(path);
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=3600"]);
    const etag = String(headers.etag);
    expect((await cloud.call(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    const head = await cloud.call(path, { method: "HEAD" });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, "", etag]);
  },
);

test("the catalog is an RFC 9727 link set, and every link opens", async () => {
  const { headers, json } = await cloud.call(CATALOG);
  expect(headers["content-type"]).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  expect(json.linkset.map(({ anchor }: Json) => pathOf(anchor))).toEqual(["/api/agent", "/v1", "/api/mcp"]);
  for (const { anchor: _, ...relations } of json.linkset) {
    for (const [{ href, type }] of Object.values<Json>(relations)) {
      const reply = await cloud.call(pathOf(href));
      expect([href, reply.status, reply.headers["content-type"]]).toEqual([
        href,
        200,
        expect.stringContaining(type),
      ]);
    }
  }
});

test.each(["/", "/api/agent/product", "/api/agent/signups/svc_sgn_none", "/api/mcp", CATALOG])(
  "the Link header of %s has the catalog, description, documentation and status",
  async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const links = linksOf((await cloud.call(path, { method })).headers.link);
      expect(Object.keys(links).sort()).toEqual(["api-catalog", "service-desc", "service-doc", "status"]);
      for (const to of Object.values(links)) expect((await cloud.call(to)).status).toBe(200);
    }
  },
);

test("a personal page has no Link header", async () => {
  expect((await cloud.call("/signup/svc_test_none")).headers.link).toBeUndefined();
});

test("llms.txt names every operation and tool, and every link opens", async () => {
  const { headers, text } = await cloud.call("/llms.txt");
  expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(text).toMatch(/^# Portable Roth\n\n> /);
  for (const { method, path } of agentApi) expect(text).toContain(`\`${method} ${path}\``);
  for (const { tool } of toolOperations) expect(text).toContain(tool.name);
  for (const [, href = ""] of text.matchAll(/\]\(([^)]+)\)/g)) {
    expect([href, (await cloud.call(pathOf(href))).status]).toEqual([
      href,
      href.endsWith("/api/mcp") ? 405 : 200,
    ]);
  }
});

test("robots.txt allows everything except personal pages", async () => {
  const { headers, text } = await cloud.call("/robots.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toBe(
    `User-agent: *\nAllow: /\nDisallow: /signup/\nDisallow: /connect/\nDisallow: /developers/\nSitemap: ${cloud.url}/docs/sitemap.xml\n`,
  );
});

test("security.txt has the fields of RFC 9116, its policy opens, and it expires within a year", async () => {
  const { headers, text } = await cloud.call(SECURITY);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const fields = Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );
  expect(fields).toEqual({
    Contact: `mailto:${brandCompany.securityEmail}`,
    Expires: expect.any(String),
    Policy: `${cloud.url}/docs/security`,
    "Preferred-Languages": "en, es",
    Canonical: cloud.url + SECURITY,
  });
  expect((await cloud.call(pathOf(fields.Policy))).text).toContain(brandCompany.securityEmail);
  const now = Date.parse(String(headers.date));
  const days = (Date.parse(fields.Expires) - now) / 86_400_000;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(366);
});

test("the card has the same server information as server/discover", async () => {
  const { headers, json } = await cloud.call("/api/mcp/server-card");
  expect(headers["content-type"]).toBe("application/mcp-server-card+json");
  const { _meta } = resultOf(await modern(cloud, "server/discover"));
  const [{ name: _, ...info }] = Object.values<Json>(_meta);
  expect(json).toMatchObject({ ...info, name: "com.example/portable-roth" });
  expect(json.description.length).toBeLessThanOrEqual(100);
});

test("every link of the product's reply opens", async () => {
  const { links } = (await cloud.call("/api/agent/product")).json;
  for (const link of [links.home, links.documentation, links.openapi])
    expect((await cloud.call(pathOf(link))).status).toBe(200);
});

test("the health check says the stage and whether email works, and reads the table only when asked for readiness", async () => {
  for (const [path, calls] of [
    ["/health", {}],
    ["/health?ready", { "dynamodb:GetItem": 1 }],
    ["/health?probe=1&ready=true", { "dynamodb:GetItem": 1 }],
  ] as const) {
    await cloud.clearUsage();
    const { status, json } = await cloud.call(path);
    expect([status, json]).toEqual([200, { status: "ok", stage: "local", mail: "on" }]);
    expect((await cloud.usage())["show-health"]?.calls).toEqual(calls);
  }
});
