import { expect, test } from "@jest/globals";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { targetProblem } from "../../shared/webhooks/target.ts";
import { startDns } from "./dns-stub.ts";

test("registration refuses a name whose servers are silent, after a timeout", async () => {
  const dns = await startDns(() => undefined);
  const refusal = await targetProblem("https://silent.example.com/", { resolve: publicDns([dns.server]) });
  dns.close();
  expect(refusal?.code).toBe("url_invalid");
  // The refusal reveals neither the address nor its problem.
  expect(refusal?.message).not.toMatch(/\d/);
});
