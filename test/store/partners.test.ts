import { expect, test } from "@jest/globals";
import { type Partner, registerPartner } from "../../shared/domain/account/partner.ts";
import { now } from "./century-ahead.ts";
import { store } from "./store.ts";

const register = (company: string, email: string, slug: string) => {
  const { partner, account } = registerPartner({ company, email }, slug, now);
  return store.putPartner(partner, account);
};

const find = async (slug: string) => (await store.findPartner(slug, now)) as Partner;
const refuse = async (slug: string) => store.movePartner(await find(slug), "refuse", now);

test("the same company and email keep their first slug", async () => {
  await register("Bolt Riders", "dev@bolt.example", "bolt-riders");
  const again = await register("  bolt   RIDERS ", "DEV@bolt.example", "bolt-riders-x1y2z");
  expect(again).toEqual({ outcome: "already", slug: "bolt-riders" });
  expect(await store.findPartner("bolt-riders-x1y2z", now)).toBeUndefined();
});

test("of 50 companies racing for a slug, one gets it and the others write nothing", async () => {
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, i) => register("Race", `dev${i}@race.example`, "race")),
  );
  expect(results.filter(({ outcome }) => outcome === "registered")).toHaveLength(1);
  // A loser can still register, because its attempt wrote nothing.
  const loser = results.findIndex(({ outcome }) => outcome === "slug_taken");
  expect((await register("Race", `dev${loser}@race.example`, "race-2")).outcome).toBe("registered");
});

test("a partner is cached for a minute, and an absent partner is not", async () => {
  expect(await store.findPartner("late-co", now)).toBeUndefined();
  await register("Late Co", "a@late.example", "late-co");
  expect(await store.findPartner("late-co", now)).toMatchObject({
    partner_id: "late-co",
    status: "pending_review",
  });
  expect(await refuse("late-co")).toBe(true);
  const later = (ms: number) => new Date(now.getTime() + ms);
  expect(await store.findPartner("late-co", later(59_999))).toMatchObject({ status: "pending_review" });
  expect(await store.findPartner("late-co", later(60_000))).toMatchObject({ status: "refused" });
});

test("a review of a website that changed meanwhile approves nothing, and a change meets no review", async () => {
  await register("Swift Site", "a@swift.example", "swift-site");
  const read = await find("swift-site");
  expect(await store.putWebsite(read, "https://evil.example")).toBe(true);
  expect(await store.movePartner(read, "approve", now)).toBe(false);
  const changed = { ...read, website: "https://evil.example" };
  expect(await store.movePartner(changed, "approve", now)).toBe(true);
  expect(await store.putWebsite(changed, "https://worse.example")).toBe(false);
});

test("each partner is on one page, also if its slug begins with another one of the same contact", async () => {
  const slugs = ["apex", "apex-2", "apex-2-b", "apex2", "apexs"];
  const [first, second] = ["ops@apex.example", "ops@other.example"].map(store.hashOfEmail) as [
    string,
    string,
  ];
  const rows = slugs.map((slug) => store.partnerRowWrite(slug, first));
  await store.transact([...rows, store.partnerRowWrite("other", second)]);
  const listed: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.listPartners(after, 1);
    listed.push(...page.slugs);
    if (page.last === undefined) break;
    after = page.last;
  }
  expect(listed.filter((slug) => /^(apex|other)/.test(slug)).sort()).toEqual([...slugs, "other"]);
  expect((await store.listPartnersOf("ops@apex.example")).sort()).toEqual(slugs);
});
