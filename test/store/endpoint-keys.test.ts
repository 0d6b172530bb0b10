import { expect, test } from "@jest/globals";
import { seal, unseal } from "../../shared/crypto/sealed.ts";
import { endpointKeysFrom } from "../../shared/store/webhook/endpoint-keys.ts";

const OWNER = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";

test("a new key seals, and the old key still opens what it sealed", () => {
  const earlier = seal("whsec_1", OWNER, endpointKeysFrom(["OldKey"]));
  const both = endpointKeysFrom(["NewKey", "OldKey"]);
  expect(unseal(earlier, OWNER, both)).toBe("whsec_1");
  const later = seal("whsec_2", OWNER, both);
  expect(unseal(later, OWNER, endpointKeysFrom(["NewKey"]))).toBe("whsec_2");
  expect(() => unseal(later, OWNER, endpointKeysFrom(["OldKey"]))).toThrow("names an unknown key");
});
