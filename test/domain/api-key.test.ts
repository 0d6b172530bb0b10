import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { modeOfKey, newApiKey } from "../../shared/domain/account/api-key.ts";
import { parseScopes } from "../../shared/domain/account/scope.ts";
import { quotaOf } from "../../shared/domain/account/standing.ts";

test("a new key shows its mode and has the documented length", () => {
  expect(newApiKey("test")).toMatch(/^svc_test_[0-9A-Za-z]{38}$/);
  expect(modeOfKey(newApiKey("test"))).toBe("test");
  expect(modeOfKey(newApiKey("live"))).toBe("live");
  expect(newApiKey("test")).not.toBe(newApiKey("test"));
});

test("a key ends in its CRC-32 in base62, equal to Python's binascii.crc32", () => {
  expect(modeOfKey("svc_test_A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b216Tq17")).toBe("test");
  expect(modeOfKey("svc_test_A1b2A1b2A1b2A1b2A1b2A1b2A1b2A1b216Tq10")).toBeUndefined();
});

test("a key with one mistyped character is invalid", () => {
  const key = newApiKey("test");
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(..."0AZaz_"), (at, character) => {
      fc.pre(key[at] !== character);
      expect(modeOfKey(key.slice(0, at) + character + key.slice(at + 1))).toBeUndefined();
    }),
  );
});

test("the quota follows the tier in live mode and the sandbox in test mode", () => {
  const standing = { verified: true, custom_quota: { per_minute: 7, per_second: 3 } };
  expect(quotaOf("test", { tier: "enterprise", ...standing })).toEqual({ per_minute: 100, per_second: 20 });
  expect(quotaOf("live", { tier: "starter", ...standing })).toEqual({ per_minute: 1_000, per_second: 100 });
  expect(quotaOf("live", { tier: "growth", ...standing })).toEqual({ per_minute: 10_000, per_second: 500 });
  expect(quotaOf("live", { tier: "enterprise", ...standing })).toEqual(standing.custom_quota);
});

test("a comma-separated list of scopes is parsed, and an unknown scope makes it invalid", () => {
  expect(parseScopes("tax:read, tax:read,payments:write")).toEqual(["tax:read", "payments:write"]);
  expect(parseScopes("tax:read,tax")).toBeUndefined();
});
