import { expect, test } from "@jest/globals";
import { startEngine } from "../support/cloud/engine.ts";

await startEngine();
const directory = await import("../../shared/store/account/partner-directory.ts");
const tables = await import("../../shared/store/table/table.ts");
const { hashOfEmail } = await import("../../shared/store/keys/keys.ts");

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
