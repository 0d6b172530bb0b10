import { describe, expect, test } from "@jest/globals";
import { opsWith } from "../support/cloud/ops.ts";
import { served } from "../support/cloud/served.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

/** `npm run ops -- ...`, as an operator types it. */
const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);

describe("commands whose reply is lost", () => {
  /** A proxy that forwards each call to the local cloud and then closes the connection without a reply. */
  async function startLossyProxy() {
    const calls: string[] = [];
    const address = await served(async ({ url = "", method = "" }, response) => {
      calls.push(url);
      const headers = { authorization: "operator" };
      await fetch(cloud.url + url, { method, headers, body: "{}" });
      response.destroy();
    });
    return { calls, address };
  }

  test.each(["on AWS", "on the local cloud"])(
    "a command %s whose reply is lost is sent once, and the error says what to do",
    async (where) => {
      const { calls, address } = await startLossyProxy();
      const aws = {
        AWS_ENDPOINT_URL: `${address}/_local/aws`,
        AWS_REGION: "us-east-1",
        AWS_ACCESS_KEY_ID: "operator",
        AWS_SECRET_ACCESS_KEY: "local",
      };
      const run = (...words: string[]) =>
        where === "on AWS"
          ? opsWith(aws, ...words, "--stage", "local")
          : opsWith({}, ...words, "--url", address);
      const created = await run("keys", "create", "--test");
      expect(calls).toEqual([expect.stringContaining("change-accounts")]);
      expect(created).toMatchObject({ code: 3, stdout: "" });
      expect(created.stderr).toMatch(
        /^No answer arrived: .*may have succeeded.*A key may now exist that was never shown/,
      );
      const redriven = await run("queues", "redrive", "webhooks");
      expect(redriven.stderr).toMatch(/^No answer arrived: .*It is safe to run it again\.$/m);
    },
  );

  test("after a failed invocation the error names the function's log", async () => {
    await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems" });
    const { code, stderr } = await ops("keys", "create", "--test");
    await cloud.inject();
    expect([code, stderr]).toEqual([3, expect.stringMatching(/the function failed .*its log.*never shown/)]);
  });
});
