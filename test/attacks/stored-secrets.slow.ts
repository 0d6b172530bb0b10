import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { newSignup } from "../support/partner/signup.ts";
import { newPartner } from "../support/partner/platform.ts";

test("a thief of the table, the queues and the logs gets no key, proof, session, account number or EIN", async () => {
  const cloud = await startCloud();
  const partner = await newPartner(cloud);
  const { id } = await partner.driver({ last_name: "Findable", ssn_last4: "9731" });
  const entry = { routing_number: "021000021", account_number: "73190482615538", account_type: "checking" };
  const once = { "idempotency-key": "stored-once" };
  expect((await partner.post(`/v1/drivers/${id}/bank-accounts`, entry, once)).status).toBe(201);
  expect((await partner.call("/v1/account", { method: "PATCH", json: { ein: "94-7315826" } })).status).toBe(
    200,
  );
  const { email } = await newSignup(cloud);
  const proof = linkIn(await mailTo(cloud, email))
    .split("/")
    .at(-1);
  const visitor = await new DashboardVisitor(cloud).signIn("Stored Co");
  const made = await visitor.post("/developers/home/test", "/developers/keys/test/create", {
    name: "Key",
    access: "all",
  });
  await cloud.advance("0s");

  // The mailbox has the emails themselves, and the secrets' file is the local Secrets Manager.
  const stored = readdirSync(cloud.dataDir, { recursive: true, encoding: "utf8" })
    .filter((file) => !/mailbox\.jsonl$|secrets\.json$/.test(file))
    .map((file) => join(cloud.dataDir, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
  expect(stored).toContain("Findable");
  const session = /session=([^;]+)/.exec(visitor.cookie)?.[1];
  const secrets = {
    key: partner.key,
    "key of the dashboard": keyIn(made),
    proof,
    session,
    "account number": entry.account_number,
    EIN: "7315826",
    "idempotency key": once["idempotency-key"],
  };
  for (const [name, secret = ""] of Object.entries(secrets)) {
    expect([name, secret.length > 6, stored.includes(secret)]).toEqual([name, true, false]);
  }
});
