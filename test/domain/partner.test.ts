import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  candidateSlugs,
  isPageOf,
  isReserved,
  PartnerSlug,
  SANDBOX_SLUG_PREFIX,
  slugOf,
  withWebsite,
} from "../../shared/domain/account/partner.ts";
import { latinName } from "../../shared/http/guard/latin-name.ts";
import { anyCharacter } from "../support/any-text.ts";

test.each([
  ["Acme Fleet, Inc.", "acme-fleet-inc"],
  ["Joe's Couriers", "joes-couriers"],
  ["  --  ", "partner"],
  ["X", "x-partner"],
  ["A very long company name that goes on and on", "a-very-long-company-name-that-go"],
])("the slug of %p is %p", (company, slug) => expect(slugOf(company)).toBe(slug));

test.each([
  ["Яндекс Такси", "yandeks-taksi"],
  ["滴滴出行", "didichuxing"],
  ["Ελλάδα Λογιστικά", "ellada-logistika"],
  ["Zürich Kurier", "zurich-kurier"],
  ["运输 🚚 مرحبا", "yunshu-mrhb"],
  ["🚚", "partner"],
])("the slug of %p in Latin letters is %p", async (company, slug) =>
  expect(slugOf(await latinName(company))).toBe(slug),
);

test("any name gives a valid slug, with and without the sandbox prefix or a random ending", () => {
  return fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 100 }), async (company) => {
      const slug = slugOf(await latinName(company));
      for (const name of [slug, SANDBOX_SLUG_PREFIX + slug, `${slug}-abcde`]) {
        expect(PartnerSlug.safeParse(name).success).toBe(true);
      }
    }),
  );
});

test.each(["uber", "doordash", "test-anything", "admin", "svc", "portable-roth-ira"])(
  "%p is reserved",
  (slug) => expect(isReserved(slug)).toBe(true),
);

test("a candidate slug is never reserved, with and without a random ending", () => {
  const word = fc.constantFrom("test", "test-", "uber", "amazon", "acme", "-", " ", "svc", "");
  const company = fc.oneof(
    fc.array(word, { maxLength: 5 }).map((words) => words.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(company, (name) => {
      const candidates = candidateSlugs(slugOf(name));
      expect(candidates.length).toBeGreaterThanOrEqual(3);
      for (const slug of candidates) {
        expect(PartnerSlug.safeParse(slug).success).toBe(true);
        expect(isReserved(slug)).toBe(false);
      }
    }),
  );
});

test("a company named Test gets no sandbox slug", () => {
  for (const slug of candidateSlugs(slugOf("Test"))) expect(slug).toMatch(/^partner-[a-z0-9]{5}$/);
});

test.each([
  ["approved", "https://acme.example/about", "https://acme.example", true],
  ["pending_review", "https://acme.example", "https://acme.example", false],
  ["refused", "https://acme.example", "https://acme.example", false],
  ["approved", "https://acme.example", "https://evil.example", false],
  ["approved", "data:text/html,x", "null", false],
  ["approved", undefined, "https://acme.example", false],
] as const)(
  "a page of an %s partner with the website %s and the origin %s",
  (status, website, origin, opens) => {
    expect(isPageOf({ status, ...(website && { website }) }, origin)).toBe(opens);
  },
);

test.each([
  ["https://acme.example", "https://acme.example/about", "approved"],
  ["https://acme.example", undefined, "approved"],
  ["https://acme.example", "https://evil.example", "pending_review"],
  [undefined, "https://evil.example", "pending_review"],
] as const)("an approved partner whose website changes from %s to %s is %s", (before, after, status) => {
  const partner = { status: "approved" as const, ...(before && { website: before }) };
  expect(withWebsite(partner, after)).toEqual({ website: after, status });
  expect(withWebsite({ ...partner, status: "refused" }, after).status).toBe("refused");
});

test("a slug similar to a reserved one is free", () => {
  expect(isReserved("uber-couriers-of-ohio")).toBe(false);
});
