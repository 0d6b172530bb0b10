import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Engine, startEngine } from "../support/cloud/engine.ts";

let engine: Engine;
let directory: typeof import("../../shared/store/account/partner-directory.ts");
let tables: typeof import("../../shared/store/table/table.ts");
let hashOfEmail: typeof import("../../shared/store/keys/keys.ts").hashOfEmail;
beforeAll(async () => {
  engine = await startEngine();
  directory = await import("../../shared/store/account/partner-directory.ts");
  tables = await import("../../shared/store/table/table.ts");
  ({ hashOfEmail } = await import("../../shared/store/keys/keys.ts"));
});
afterAll(() => engine.stop());

test("each partner is on one page, also if its slug begins with another one of the same contact", async () => {
  const slugs = ["acme", "acme-2", "acme-2-b", "acme2", "acmes"];
  const [one, two] = ["ops@acme.example", "ops@other.example"].map(hashOfEmail) as [string, string];
  const rows = slugs.map((slug) => directory.partnerRowWrite(slug, one));
  await tables.transact([...rows, directory.partnerRowWrite("other", two)]);
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await directory.listPartners(after, 1);
    found.push(...page.slugs);
    if (page.last === undefined) break;
    after = page.last;
  }
  expect(found.sort()).toEqual([...slugs, "other"]);
  expect((await directory.listPartnersOf("ops@acme.example")).sort()).toEqual(slugs);
});
