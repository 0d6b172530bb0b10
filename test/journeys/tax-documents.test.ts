import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { errorOf, newPartner, type Partner } from "../support/partner/platform.ts";
import { textsOf } from "../support/pdf-text.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const helper = (driver: string) => `/v1/test_helpers/tax/${driver}/1099_ready`;
const ready = (driver: string, gross_amount?: number, by = partner): Promise<Json> =>
  by.create(helper(driver), { year: 2025, ...(gross_amount !== undefined && { gross_amount }) });

test("the test helper makes a form of 2025, with its event, its link and the $600 threshold", async () => {
  const { id } = await partner.driver({ ssn_last4: "0042" });
  const below = await partner.post(helper(id), { year: 2025, gross_amount: 59_999 });
  expect(errorOf(below)).toEqual([404, "resource_missing", "year"]);
  const form = await ready(id, 60_000);
  expect(form).toMatchObject({
    driver_id: id,
    year: 2025,
    provisional: false,
    gross_amount: 60_000,
    recipient_tin_last4: "0042",
  });
  const { pdf_url: _, ...stated } = form;
  expect(await partner.read(`/v1/tax/${id}/1099?year=2025`)).toMatchObject(stated);
  const [event] = (await partner.read("/v1/events?type=tax.1099.ready&limit=1")).data;
  expect(event.data).toMatchObject({ id: form.id, driver_id: id, year: 2025, corrected: false });
  const { bytes } = await cloud.call(new URL(form.pdf_url).pathname);
  const text = textsOf(bytes).join(" ");
  for (const words of ["Rev. April 2025", "$ 600.00", "XXX-XX-0042", "SANDBOX"])
    expect(text).toContain(words);
});

test("another amount issues a corrected form, even below the threshold, and the same amount the same form", async () => {
  const { id } = await partner.driver();
  const first = await ready(id, 70_000);
  expect((await ready(id, 70_000)).id).toBe(first.id);
  expect((await ready(id)).id).toBe(first.id);
  const corrected = await ready(id, 0);
  expect(corrected).toMatchObject({ corrected: true, corrects: first.id, gross_amount: 0 });
  const events = (await partner.read("/v1/events?type=tax.1099.ready")).data;
  expect(
    events
      .filter(({ data }: Json) => data.driver_id === id)
      .map(({ data }: Json) => [data.id, data.corrected]),
  ).toEqual([
    [corrected.id, true],
    [first.id, false],
    [first.id, false],
    [first.id, false],
  ]);
});

describe("the year's documents", () => {
  let account: Partner;
  const forms: Json[] = [];
  beforeAll(async () => {
    account = await newPartner(cloud);
    for (const first_name of ["Ana", "=Bo", "Cy, Jr."]) {
      const { id } = await account.driver({ first_name, ssn_last4: "4321" });
      forms.unshift(await ready(id, 70_000, account));
    }
    forms.unshift(await ready(forms[2]?.driver_id, 80_000, account));
  });
  const csv = (path: string) => account.call(path, { headers: { accept: "text/csv" } });

  test("a caller that accepts CSV gets CSV, without formulas and with a link to the next page", async () => {
    const first = await csv("/v1/tax/documents?year=2025&limit=3&corrected=false");
    expect([first.status, first.headers["content-type"], first.headers.link]).toEqual([
      200,
      "text/csv; charset=utf-8; header=present",
      undefined,
    ]);
    const [head, ...rows] = first.text.trimEnd().split("\r\n");
    expect(head).toBe(
      "id,type,year,driver_id,recipient_name,recipient_tin_last4,gross_amount,corrected,corrects,corrected_by,generated_at",
    );
    expect(rows.map((row) => row.split("drv_")[1]?.slice(27))).toEqual([
      `"Cy, Jr. Ng",4321,70000,false,,,${forms[1]?.generated_at}`,
      `"'=Bo Ng",4321,70000,false,,,${forms[2]?.generated_at}`,
      `Ana Ng,4321,70000,false,,${forms[0]?.id},${forms[3]?.generated_at}`,
    ]);
    const page = await csv("/v1/tax/documents?year=2025&limit=3");
    const next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1] ?? "";
    const rest = await csv(next.slice(cloud.url.length));
    expect(rest.text.split("\r\n")[1]).toContain(forms[3]?.id);
  });

  test("the link of a CSV that ends before a form leads to the newer forms", async () => {
    const idsIn = (text: string) => text.match(/^doc_\w+/gm);
    const page = await csv(`/v1/tax/documents?year=2025&limit=2&ending_before=${forms[3]?.id}`);
    expect(idsIn(page.text)).toEqual([forms[1]?.id, forms[2]?.id]);
    const next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1] ?? "";
    const rest = await csv(next.slice(cloud.url.length));
    expect([rest.status, idsIn(rest.text), rest.headers.link]).toEqual([200, [forms[0]?.id], undefined]);
  });
});
