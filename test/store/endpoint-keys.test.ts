import { expect, test } from "@jest/globals";
import { seal, unseal } from "../../shared/crypto/sealed.ts";
import { endpointKeysIn } from "../../shared/store/webhook/endpoint-keys.ts";

const OWNER = "wh_01j9z8v7w6x5y4t3s2r1q0p9n8";

test("a new key seals, and the old key still opens what it sealed", () => {
  const earlier = seal("whsec_1", OWNER, endpointKeysIn("OldKey"));
  const both = endpointKeysIn("NewKey, OldKey\n");
  expect(unseal(earlier, OWNER, both)).toBe("whsec_1");
  const later = seal("whsec_2", OWNER, both);
  expect(unseal(later, OWNER, endpointKeysIn("NewKey"))).toBe("whsec_2");
  expect(() => unseal(later, OWNER, endpointKeysIn("OldKey"))).toThrow("names an unknown key");
});
