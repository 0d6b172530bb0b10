import { describe, expect, test } from "@jest/globals";
import { freshAddress, freshEmail } from "../support/cloud/cloud.ts";
import { mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

describe("a header that names another host", () => {
  const headers: Record<string, string>[] = [
    { "x-forwarded-host": "evil.example" },
    { "x-forwarded-proto": "javascript", "x-forwarded-host": "evil.example" },
    { "x-forwarded-server": "evil.example", "x-host": "evil.example" },
    { forwarded: "host=evil.example;proto=https" },
    { "x-original-url": "//evil.example/", "x-rewrite-url": "//evil.example/" },
    { "x-forwarded-port": "6666", "x-forwarded-prefix": "/evil.example" },
    { host: "evil.example" },
    { referer: "https://evil.example/", "x-wap-profile": "https://evil.example/" },
  ];

  test.each(headers)("%j changes no link in a reply, a page or an email", async (fields) => {
    const email = freshEmail();
    const call = { headers: fields, from: freshAddress() };
    const signup = await cloud.call("/api/agent/signups", { ...call, method: "POST", json: { email } });
    const pages = ["/", "/api/openapi.json", "/api/agent/product", "/docs", "/robots.txt"];
    const replies = await Promise.all(pages.map((path) => cloud.call(path, { headers: fields })));
    for (const { text, headers: sent } of [signup, ...replies])
      expect(`${text} ${JSON.stringify(sent)}`).not.toMatch(/evil\.example|javascript:|:6666/);
    // A gateway has its own host only, so a request for another host may be refused.
    if (signup.status === 201)
      expect(JSON.stringify(await mailTo(cloud, email))).not.toContain("evil.example");
  });
});
