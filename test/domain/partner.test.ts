import { describe, expect, test } from "@jest/globals";
import anyAscii from "any-ascii";
import fc from "fast-check";
import { isReserved, PartnerSlug, SANDBOX_SLUG_PREFIX, slugOf } from "../../shared/domain/partner.ts";

describe("a partner's slug", () => {
  test.each([
    ["Acme Fleet, Inc.", "acme-fleet-inc"],
    ["Joe's Couriers", "joes-couriers"],
    ["  --  ", "partner"],
    ["X", "x-partner"],
    ["A very long company name that goes on and on", "a-very-long-company-name-that-go"],
  ])("of %p is %p", (company, slug) => expect(slugOf(company)).toBe(slug));

  test.each([
    ["Яндекс Такси", "yandeks-taksi"],
    ["滴滴出行", "didichuxing"],
    ["Ελλάδα Λογιστικά", "ellada-logistika"],
    ["Zürich Kurier", "zurich-kurier"],
  ])("of %p, spelt in Latin letters, is %p", (company, slug) => expect(slugOf(anyAscii(company))).toBe(slug));

  test("is well formed for every name there can be, with and without the sandbox's prefix or a random ending", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 100 }), (company) => {
        const slug = slugOf(anyAscii(company));
        for (const made of [slug, SANDBOX_SLUG_PREFIX + slug, `${slug}-abcde`]) {
          expect(PartnerSlug.safeParse(made).success).toBe(true);
        }
      }),
    );
  });

  test.each(["uber", "doordash", "test-anything", "admin", "svc", "portable-roth-ira"])(
    "%p is nobody's to take",
    (slug) => {
      expect(isReserved(slug)).toBe(true);
    },
  );

  test("that is merely similar to a reserved one is free", () => {
    expect(isReserved("uber-couriers-of-ohio")).toBe(false);
  });
});
