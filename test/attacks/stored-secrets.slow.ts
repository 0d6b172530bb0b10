import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { unsealingNumbers } from "../../shared/crypto/bank-number.ts";
import { startBankCloud } from "../support/cloud/bank-cloud.ts";
import { driverPaidAt, liveCompany } from "../support/partner/live-company.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { DashboardVisitor, keyIn } from "../support/dashboard/dashboard.ts";
import { newSignup } from "../support/partner/signup.ts";
import { newPartner } from "../support/partner/platform.ts";

/** The mailbox has the emails themselves, the secrets' file Secrets Manager, and objects are the bank's. */
const storedIn = ({ dataDir }: Cloud): string =>
  readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((file) => !/(?:mailbox|objects)\.jsonl$|secrets\.json$/.test(file))
    .map((file) => join(dataDir, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");

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
  const page = await visitor.post("/developers/home/test", "/developers/keys/test/create", {
    name: "Key",
    access: "all",
  });
  await cloud.advance("0s");

  const stored = storedIn(cloud);
  expect(stored).toContain("Findable");
  const session = /session=([^;]+)/.exec(visitor.cookie)?.[1];
  const secrets = {
    key: partner.key,
    "key of the dashboard": keyIn(page),
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

test("a thief of the table and of each role but that of the bank's files opens no account number", async () => {
  const cloud = await startBankCloud();
  const number = "73190482615531";
  const company = await liveCompany(cloud, 100_000);
  const driver = await driverPaidAt(company, number);
  await cloud.advance("8d");
  await company.payout(driver, { method: "standard" });
  await cloud.advance("4d");
  const stored = storedIn(cloud);
  const read = (file: string) => readFileSync(join(cloud.dataDir, file), "utf8");
  expect([stored.includes(number), read("objects.jsonl").includes(number)]).toEqual([false, true]);

  const { id } = (await company.read(`/v1/drivers/${driver}/bank-accounts`)).data[0];
  const sealed = new Set(stored.match(/b1\.[\w-]{8}\.[\w-]{43}\.[\w-]+/g));
  const secrets: [string, { name: string; value: string }][] = JSON.parse(read("secrets.json"));
  const opened = secrets.flatMap(([, { name, value }]) =>
    [...sealed].map((text) => opens(value, text, id, name)),
  );
  expect(new Set(opened)).toEqual(new Set(["", `BankKey ${number}`]));

  const grants = await cloud.grants();
  const holders = (actions: RegExp, of: string) =>
    grants
      .filter(({ action, prefix, resource }) => actions.test(action) && (prefix ?? resource).includes(of))
      .map(({ role }) => /WriteBankFiles(?=Role)/.exec(role)?.[0] ?? role);
  // With a key of their own in place of the writer's, thieves would open what is sealed from then on.
  expect(holders(/GetSecretValue/, "BankKey")).toEqual(["WriteBankFiles"]);
  expect(holders(/(?:Put|Update|Delete)Item/, "BANK_KEY#")).toEqual(["WriteBankFiles"]);
  expect([holders(/s3:Get/, "outgoing"), holders(/s3:Get/, "/read/")]).toEqual([[], []]);
});

function opens(secret: string, sealed: string, bankAccount: string, name: string): string {
  try {
    const number = unsealingNumbers([secret])(sealed, bankAccount);
    return `${/BankKey/.exec(name)} ${number}`;
  } catch {
    return "";
  }
}
