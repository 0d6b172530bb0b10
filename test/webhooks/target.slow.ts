import { expect, test } from "@jest/globals";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { targetProblem } from "../../shared/webhooks/target.ts";
import { startDns } from "./dns-stub.ts";

test("registration refuses a name whose servers are silent, after a timeout", async () => {
  const dns = await startDns(() => undefined);
  const problem = await targetProblem("https://silent.example.com/", { resolve: publicDns([dns.server]) });
  dns.close();
  expect(problem?.code).toBe("url_invalid");
  // The error reveals neither the address nor what is wrong with it.
  expect(problem?.message).not.toMatch(/\d/);
});
