import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { launchBrowser, visit } from "../support/cloud/browser.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { packedDir } from "../support/cloud/packed.ts";
import { FAST_CLOCK, sharedCloud } from "../support/cloud/shared-cloud.ts";

const dir = join(packedDir, "client");
const [cloud, browser, site] = await Promise.all([sharedCloud(FAST_CLOCK), launchBrowser(), startSite()]);
const page = await visit(browser);
await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
afterAll(() => {
  site.close();
  site.closeAllConnections();
});

/** A site that serves the client's modules to its pages. */
async function startSite(): Promise<Server> {
  const server = createServer(({ url = "/" }, response) => {
    const isPage = url === "/" || !url.endsWith(".js");
    response.writeHead(200, { "content-type": isPage ? "text/html" : "text/javascript" });
    response.end(isPage ? "<!doctype html><title>A site</title>" : readFileSync(join(dir, url)));
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  return server;
}

/** Runs `code` in the page, with the client's module and a client of the Agent API. */
const inPage = (code: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const library = await import("/index.js");
    const client = new library.AgentClient({ baseUrl: ${JSON.stringify(cloud.url)} });
    ${code}
  })()`);

describe("the TypeScript client in a page of another site", () => {
  test("reads product information and follows a sandbox signup", async () => {
    const email = freshEmail();
    const found = await inPage(`
      const { launch_status } = await client.product.getInfo();
      const { signup_id } = await client.signups.start({ email: "${email}", sandbox: true });
      const { status } = await client.signups.waitForStatus(signup_id, "account_opened", { interval: 50 });
      return [launch_status, status];
    `);
    expect(found).toEqual(["waitlist", "account_opened"]);
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
