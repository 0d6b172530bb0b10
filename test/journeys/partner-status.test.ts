import { expect, test } from "@jest/globals";
import { newFolder } from "../../infra/local/test/support/cloud-process.ts";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { keys } from "../../shared/store/keys/keys.ts";
import { freshAddress, startCloud } from "../support/cloud/cloud.ts";
import { withTable } from "../support/journeys/tax-crowd.ts";
import { errorOf, newCompany } from "../support/partner/platform.ts";

const AT = "2026-11-21T09:30:00.000Z";
const registered = (slug: string) =>
  registerPartner(
    { company: slug, email: "dev@acme.example", website: "https://acme.example" },
    slug,
    new Date(AT),
  ).partner;

const dataDir = newFolder();
const items = (["approved", "refused"] as const).map((status) => ({
  ...keys.partner(`acme-${status}`),
  ...registered(`acme-${status}`),
  status,
}));
await withTable(dataDir, ({ put }) => put(items), true);
const cloud = await startCloud({ dataDir });

const read = (slug: string, from = freshAddress()) => cloud.call(`/api/agent/partners/${slug}`, { from });

test("a partner's status is open to read, and nothing else of the partner is", async () => {
  for (const status of ["approved", "refused"])
    expect((await read(`acme-${status}`)).json).toEqual({
      partner_id: `acme-${status}`,
      status,
      created_at: AT,
    });
  const partner_id = await newCompany(cloud);
  const { json, text } = await read(partner_id);
  expect(json).toMatchObject({ partner_id, status: "pending_review" });
  expect(Object.keys(JSON.parse(text))).toEqual(["partner_id", "status", "created_at"]);
});

test("a sandbox slug awaits review, and an unknown one gets a 404 until its caller has tried too many", async () => {
  expect((await read("test-acme")).json).toEqual({
    partner_id: "test-acme",
    status: "pending_review",
    created_at: null,
  });
  for (const slug of ["unknown-fleet", "NOT_A_SLUG"])
    expect(errorOf(await read(slug))).toEqual([404, "resource_missing", "partner_id"]);
  const from = freshAddress();
  const statuses = new Set<number>();
  for (let i = 0; i < 40 && !statuses.has(429); i++) statuses.add((await read(`guess-${i}`, from)).status);
  expect([...statuses]).toEqual([404, 429]);
});
