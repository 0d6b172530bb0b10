import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { launchBrowser, visit } from "../support/cloud/browser.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();
const browser = await launchBrowser();
const elsewhere = createServer((_, response) =>
  response.setHeader("content-type", "text/html").end("<p>Elsewhere"),
);
await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  elsewhere.close();
});

/** A page of another site, open in a browser on the machine of a running local cloud. */
async function foreignPage(): Promise<Page> {
  const page = await visit(browser);
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  return page;
}

describe("a page of another site", () => {
  test("reads nothing from /_local/", async () => {
    const page = await foreignPage();
    const read = await page.evaluate(
      (url) =>
        fetch(url).then(
          (reply) => reply.text(),
          ({ name }) => name,
        ),
      `${cloud.url}/_local/mailbox/json`,
    );
    expect(read).toBe("TypeError");
  });

  test("changes nothing by /_local/, neither by a script nor by a form", async () => {
    const page = await foreignPage();
    const before = await cloud.now();
    await page.evaluate(async (url) => {
      const body = JSON.stringify({ advance: "1d" });
      for (const type of ["text/plain", "application/json"])
        for (const mode of ["cors", "no-cors"] as const)
          await fetch(url, { method: "POST", mode, body, headers: { "content-type": type } }).catch(() => {});
      await new Promise<void>((resolve) => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: url, enctype: "text/plain", target: "frame" });
        form.innerHTML = `<input name='{"advance":"1d","x":"' value='"}'>`;
        const frame = Object.assign(document.createElement("iframe"), { name: "frame" });
        document.body.append(frame, form);
        frame.onload = () => resolve();
        form.submit();
      });
    }, `${cloud.url}/_local/clock`);
    expect((await cloud.now()) - before).toBeLessThan(3_600_000);
  });
});

test("a foreign name that resolves to this machine reads nothing from /_local/", async () => {
  const page = await visit(browser);
  const reply = await page.goto(`${cloud.url.replace("localhost", "rebound.example")}/_local/mailbox`);
  expect(reply?.status()).toBe(403);
});
