import { expect, test } from "@jest/globals";
import { store } from "./store.ts";

const { hashOfEmail } = store;

test("each partner is on one page, also if its slug begins with another one of the same contact", async () => {
  const slugs = ["acme", "acme-2", "acme-2-b", "acme2", "acmes"];
  const [one, two] = ["ops@acme.example", "ops@other.example"].map(hashOfEmail) as [string, string];
  const rows = slugs.map((slug) => store.partnerRowWrite(slug, one));
  await store.transact([...rows, store.partnerRowWrite("other", two)]);
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.listPartners(after, 1);
    found.push(...page.slugs);
    if (page.last === undefined) break;
    after = page.last;
  }
  expect(found.sort()).toEqual([...slugs, "other"]);
  expect((await store.listPartnersOf("ops@acme.example")).sort()).toEqual(slugs);
});
