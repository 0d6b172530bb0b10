import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { launchBrowser, visit } from "../support/cloud/browser.ts";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { packedDir } from "../support/cloud/packed.ts";
import { served } from "../support/cloud/served.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";

const SIGNUPS = "/api/agent/signups";
const PARTNERS = "/api/agent/partners";
const WAITLIST = "/api/waitlist";

const library = join(packedDir, "client");
/** The origin of the other site, whose pages can import the client library. */
const site = await served(({ url = "/" }, response) =>
  url.endsWith(".js")
    ? response.setHeader("content-type", "text/javascript").end(readFileSync(join(library, url)))
    : response.setHeader("content-type", "text/html").end("<p>Elsewhere"),
);
/** Another site, which is at the same address under another name. */
const otherSite = site.replace("127.0.0.1", "127.0.0.2");
const [cloud, browser] = await Promise.all([sharedCloud(FAST_CLOCK), launchBrowser()]);
const page = await visit(browser);
await page.goto(site);

/** The status and the body that a script of the page gets, if it may read the reply. */
const fetched = (path: string, body?: object): Promise<{ status: number; json: Json } | "unreadable"> =>
  page.evaluate(
    async ([url, json]) => {
      const post = { method: "POST", headers: { "content-type": "application/json" }, body: json ?? "" };
      try {
        const reply = await fetch(url, json === undefined ? {} : post);
        return { status: reply.status, json: await reply.json() };
      } catch {
        return "unreadable" as const;
      }
    },
    [`${cloud.url}${path}`, body && JSON.stringify(body)] as const,
  );
const codeOf = (reply: Awaited<ReturnType<typeof fetched>>) =>
  reply === "unreadable" ? reply : [reply.status, reply.json.error?.code];
const NOT_ALLOWED = [403, "origin_not_allowed"];

/** Sends a form of the page, as a person would by its button, and returns the status of the reply's page. */
async function submitted(path: string, fields: Record<string, string>, enctype = ""): Promise<number> {
  const [reply] = await Promise.all([
    page.waitForResponse(`${cloud.url}${path}`),
    page.waitForEvent("domcontentloaded"),
    page.evaluate(
      ([action, entries, type]) => {
        const form = Object.assign(document.createElement("form"), { method: "post", action, enctype: type });
        for (const [name, value] of entries)
          form.append(Object.assign(document.createElement("input"), { name, value }));
        document.body.append(form);
        form.submit();
      },
      [`${cloud.url}${path}`, Object.entries(fields), enctype] as const,
    ),
  ]);
  await page.goto(site);
  return reply.status();
}

/** A partner with this website, registered by a program, and approved. */
const registered = async (website?: string): Promise<string> => {
  const json = { company: "Acme Fleet", email: freshEmail(), ...(website && { website }) };
  const { partner_id } = (await cloud.call(PARTNERS, { json, from: freshAddress() })).json;
  await cloud.command("approve-partner", { partner_id });
  return partner_id;
};

describe("a page of another site", () => {
  test.each(["/api/agent/product", "/api/openapi.json", "/v1/openapi.json", "/health"])(
    "reads %s",
    async (path) => expect(codeOf(await fetched(path))).toEqual([200, undefined]),
  );

  test("registers in the sandbox", async () => {
    const partner = { company: "Acme Fleet", email: freshEmail(), sandbox: true };
    expect(codeOf(await fetched(PARTNERS, partner))).toEqual([201, undefined]);
  });

  test("starts no live signup, registers no partner, joins no waitlist, also not by a form", async () => {
    const email = freshEmail();
    expect(codeOf(await fetched(SIGNUPS, { email }))).toEqual(NOT_ALLOWED);
    expect(codeOf(await fetched(PARTNERS, { company: "Acme Fleet", email }))).toEqual(NOT_ALLOWED);
    expect(codeOf(await fetched(WAITLIST, { email }))).toEqual(NOT_ALLOWED);
    expect(await submitted(WAITLIST, { email })).toBe(403);
    // The first signup of a program is a new one, so the page's left nothing.
    const first = await cloud.call(SIGNUPS, { json: { email }, from: freshAddress() });
    expect(first.status).toBe(201);
  });

  test("cannot read the Platform API, even with a key", async () => {
    expect(await fetched("/v1/drivers")).toBe("unreadable");
    expect(await fetched("/v1/drivers", { email: freshEmail() })).toBe("unreadable");
  });

  test("reads and changes nothing by /_local/, neither by a script nor by a form", async () => {
    expect(await fetched("/_local/mailbox/json")).toBe("unreadable");
    const before = await cloud.now();
    expect(await fetched("/_local/clock", { advance: "1d" })).toBe("unreadable");
    expect(await submitted("/_local/clock", { '{"advance":"1d","x":"': '"}' }, "text/plain")).toBe(403);
    expect((await cloud.now()) - before).toBeLessThan(43_200_000);
  });
});

describe("a page of an approved partner's website", () => {
  test("starts a live signup for the partner", async () => {
    const email = freshEmail();
    const partner_id = await registered(`${site}/about`);
    const reply = await fetched(SIGNUPS, { email, partner_id });
    expect(codeOf(reply)).toEqual([201, undefined]);
    await cloud.advance("1m");
    expect(await mailsTo(cloud, email)).toHaveLength(1);
  });

  test("starts no live signup for another partner, an unknown one or none", async () => {
    await registered(site);
    for (const partner_id of [
      await registered(otherSite),
      await registered("data:text/html,x"),
      await registered(),
      "no-such-partner",
      undefined,
    ]) {
      const body = { email: freshEmail(), ...(partner_id !== undefined && { partner_id }) };
      expect(codeOf(await fetched(SIGNUPS, body))).toEqual(NOT_ALLOWED);
    }
  });
});

test("a page without an origin starts no signup for a partner whose website has none", async () => {
  const { status, json } = await cloud.call(SIGNUPS, {
    json: { email: freshEmail(), partner_id: await registered("data:text/html,x") },
    from: freshAddress(),
    headers: { origin: "null" },
  });
  expect([status, json.error.code]).toEqual(NOT_ALLOWED);
});

describe("the TypeScript client in a page of another site", () => {
  /** Runs `code` in the page, with the client's module and a client of the Agent API. */
  const inPage = (code: string): Promise<unknown> =>
    page.evaluate(`(async () => {
      const library = await import("/index.js");
      const client = new library.AgentClient({ baseUrl: ${JSON.stringify(cloud.url)} });
      ${code}
    })()`);

  test("reads product information and follows a sandbox signup", async () => {
    const printed = await inPage(`
      const { launch_status } = await client.product.getInfo();
      const { signup_id } = await client.signups.start({ email: "${freshEmail()}", sandbox: true });
      const { status } = await client.signups.waitForStatus(signup_id, "account_opened", { interval: 50 });
      return [launch_status, status];
    `);
    expect(printed).toEqual(["waitlist", "account_opened"]);
  });

  test("gets the error of a live write, which only known sites may send", async () => {
    const code = `
      return client.signups.start({ email: "${freshEmail()}" }).catch((error) => [
        error instanceof library.PermissionError, error.code, error.requestId !== null,
      ]);
    `;
    expect(await inPage(code)).toEqual([true, "origin_not_allowed", true]);
  });

  test("has no client with an API key", async () => {
    const code = `
      try {
        new library.PlatformClient({ baseUrl: "https://api.example.com", apiKey: "svc_test_none" });
      } catch (error) {
        return error.message;
      }
    `;
    expect(await inPage(code)).toBe("A page must not have an API key: call from a server.");
  });
});

test("the waitlist's form on our own page works under each name of the machine", async () => {
  for (const url of [cloud.url, cloud.url.replace("localhost", "127.0.0.1")]) {
    await page.goto(url);
    await page.getByLabel("Email").fill(freshEmail());
    const form = page.locator("form", { has: page.getByLabel("Email") });
    await form.getByRole("button").click();
    const thanks = page.getByText(/You're on the list/);
    await thanks.first().waitFor();
  }
});
