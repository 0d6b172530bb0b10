import { expect, test } from "@jest/globals";
import { publicDns } from "../../shared/webhooks/public-dns.ts";
import { targetProblem } from "../../shared/webhooks/target.ts";
import { startDns } from "./dns-stub.ts";

test("a name whose servers say nothing is refused at registration, once there was time enough to answer", async () => {
  const dns = await startDns(() => undefined);
  const refusal = await targetProblem("https://silent.example.com/", { resolve: publicDns([dns.server]) });
  dns.close();
  expect(refusal?.code).toBe("url_invalid");
  // What is refused says neither which address it was, nor what is wrong with it.
  expect(refusal?.message).not.toMatch(/\d/);
});
