import { expect, test } from "@jest/globals";
import { deadProof } from "../../shared/domain/signup/dead-proof.ts";

const signup = { proofs: new Set(["old.1790000000"]), revoked_proofs: new Set(["gone.1790000000", "bare"]) };

test.each([
  ["old", "expired"],
  ["gone", "revoked"],
  ["bare", "revoked"],
  ["guess", "unknown"],
  ["", "unknown"],
])("the proof %p is %s", (hash, why) => expect(deadProof(signup, hash)).toBe(why));

test("every proof of a signup without emails is unknown", () => expect(deadProof({}, "old")).toBe("unknown"));
