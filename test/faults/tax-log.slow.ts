import { expect, test } from "@jest/globals";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import type { Json, Reply } from "../../infra/local/test/support/http.ts";
import { type Cloud, startCloud } from "../support/cloud/cloud.ts";
import { newPartner, Partner } from "../support/partner/platform.ts";

const dataDir = newFolder();
let cloud: Cloud = await startCloud({ dataDir, timeScale: 300 });
let partner: Partner = await newPartner(cloud);

const logs = [
  { one: "mileage", path: "mileage", body: { miles: 10, date: "2026-07-01" }, correction: { miles: 20 } },
  {
    one: "expense",
    path: "expenses",
    body: { category: "supplies", amount: 1_000, business_share: 50, date: "2026-07-01" },
    correction: { amount: 4_000 },
  },
] as const;

/** Fails when the summary differs from the listed entries. */
async function expectExactSums(driver: string): Promise<void> {
  const sumOf = async (path: string) => {
    const { data } = await partner.read(`/v1/tax/${driver}/${path}`);
    return data.reduce((sum: number, { deduction_amount }: Json) => sum + deduction_amount, 0);
  };
  const { deductions } = await partner.read(`/v1/tax/${driver}/summary?year=2026`);
  expect([deductions.mileage.amount, deductions.supplies]).toEqual([
    await sumOf("mileage"),
    await sumOf("expenses"),
  ]);
}

test("sums agree with the entries, though any call of a change fails or loses its reply", async () => {
  for (const kind of ["error", "lost-answer", "throttle", "conflict"] as const) {
    for (const { one, path, body, correction } of logs) {
      const { id: driver } = await partner.driver();
      const at = `/v1/tax/${driver}/${path}`;
      const kept = await partner.create(at, body);
      const gone = await partner.create(at, body);
      const changes: [string, () => Promise<Reply>][] = [
        [`log-${one}`, () => partner.post(at, body, { "idempotency-key": `${kind}-${driver}` })],
        [`update-${one}`, () => partner.call(`${at}/${kept.id}`, { method: "PATCH", json: correction })],
        [`delete-${one}`, () => partner.call(`${at}/${gone.id}`, { method: "DELETE" })],
      ];
      for (const [caller, change] of changes) {
        // More than the SDK's own tries, so that the caller must retry.
        await cloud.inject({ kind, action: "dynamodb:TransactWriteItems", caller, times: 4 });
        await change();
        await cloud.inject();
        await expectExactSums(driver);
        const { status } = await change();
        // The deletion may have succeeded before its reply was lost.
        expect([kind, caller, [200, 201, 404].includes(status)]).toEqual([kind, caller, true]);
        await expectExactSums(driver);
      }
      const { data } = await partner.read(at);
      expect(data.map(({ id }: Json) => id).includes(gone.id)).toBe(false);
      expect([data.length, data.at(-1)]).toMatchObject([2, { id: kept.id, ...correction }]);
    }
  }
});

test("a local cloud that is killed during changes leaves sums that agree with the entries", async () => {
  const { id: driver } = await partner.driver();
  const at = `/v1/tax/${driver}/mileage`;
  const entries = [];
  for (let i = 0; i < 10; i++) entries.push(await partner.create(at, { miles: i + 1, date: "2026-07-01" }));
  const changing = entries.map(({ id }, i) =>
    partner
      .call(`${at}/${id}`, i % 2 ? { method: "DELETE" } : { method: "PATCH", json: { miles: 50 } })
      .catch(() => undefined),
  );
  await Promise.race(changing);
  await cloud.end("SIGKILL");
  await Promise.all(changing);
  cloud = await startCloud({ dataDir, timeScale: 300 });
  partner = new Partner(cloud, partner.key, partner.keyId, partner.accountId);
  await expectExactSums(driver);
});
