import { createHash } from "node:crypto";
import { compactOf, jwkOf } from "../../../shared/domain/receipt/receipt.ts";
import { vector } from "../../../test/support/receipt-vectors.ts";
import { joined, otherKey, receiptOf, testKey } from "../../../test/support/receipts.ts";

/** `foreign`: whether a library that checks only the signature must accept it. Absent: libraries differ. */
export type ReceiptCase = {
  name: string;
  receipt: string;
  keys: string;
  issuer?: string;
  text?: string;
  outcome: RegExp;
  foreign?: "yes" | "no";
};

const words = "Save 5% of each payout.\nYou can stop at any time.\n";
const hash = createHash("sha256").update(words).digest("hex");
const now = new Date("2026-11-25T03:30:00.000Z");
const text = { text_sha256: hash, text_version: "words/1", lang: "en" as const };
const ours = joined({ signup_id: "svc_sgn_1" }, now, { text, terms: { partner: "Acme", shared: true } });
const good = compactOf(ours);
const [header = "", payload = "", signature = ""] = good.split(".");

const terms = {
  account: "acct_1",
  count: 1,
  total: 10_000,
  hash,
  member_id: "mbr_1",
  credential_id: "cred_1",
};
const approval = compactOf(receiptOf("approve_payouts", "prp_1", now, { text, terms, prev: "rcp_1" }));
/** Another amount of an item is another hash in the terms. */
const otherApproval = approval.replace(/\.(.*)\./, (_, claims: string) => {
  const written = Buffer.from(claims, "base64url").toString();
  return `.${Buffer.from(written.replace(hash, hash.replace(/^./, "0"))).toString("base64url")}.`;
});

const setOf = (...keys: object[]) => JSON.stringify({ keys });
const both = setOf(jwkOf(otherKey), jwkOf(testKey));
const b64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString("base64url");
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The next letter of the alphabet in place of the last one: the same bytes for a careless decoder. */
const withSpareBits = (part: string) =>
  part.slice(0, -1) + ALPHABET.charAt(ALPHABET.indexOf(part.slice(-1)) + 1);

/** The same signature plus the order of the group, which RFC 8032 forbids. */
function withLargeScalar(): string {
  const bytes = Buffer.from(signature, "base64url");
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + order;
  const large = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse();
  return b64(Buffer.concat([bytes.subarray(0, 32), large]));
}

const headed = (text: string) => {
  const { signature } = testKey.sign("{}");
  return `${b64(text)}.${payload}.${signature}`;
};
const changed = b64(Buffer.from(payload, "base64url").toString().replace("svc_sgn_1", "svc_sgn_2"));

const MALFORMED = /three parts in strict base64url/;
const HEADER = /header is not that of a receipt/;
const KID = /no key with the receipt's kid/;
const SIGNATURE = /signature does not match/;

type Row = [
  name: string,
  receipt: string,
  outcome: RegExp,
  foreign?: "yes" | "no" | undefined,
  more?: Pick<Partial<ReceiptCase>, "keys" | "issuer" | "text">,
];
const withHeader = (fields: string) => headed(`{${fields},"kid":"${testKey.kid}"}`);
const RECEIPT = `"typ":"consent-receipt+jwt"`;
const otherKind = setOf({ ...jwkOf(testKey), kty: "EC" });
const otherLength = setOf({ ...jwkOf(testKey), x: "AAAA" });
const otherUnderId = setOf({ ...jwkOf(otherKey), kid: testKey.kid });
const olderWords = words.replace("5%", "4%");

const rows: Row[] = [
  ["a receipt", good, /^ok rcp_/, "yes"],
  ["an approval of payouts", approval, /^ok rcp_/, "yes"],
  ["an approval of other payouts", otherApproval, SIGNATURE, "no"],
  ["the vector", vector.jws, /^ok rcp_01kb0000000000000000000000$/, "yes"],
  ["its issuer and words", good, /^ok/, undefined, { issuer: "https://api.example.com", text: words }],
  ["another issuer", good, /another service/, undefined, { issuer: "https://api.example.org" }],
  ["an older version of the words", good, /another version/, undefined, { text: olderWords }],
  ["one byte changed", `${header}.${changed}.${signature}`, SIGNATURE, "no"],
  ["another signature", `${header}.${payload}.${vector.jws.split(".")[2]}`, SIGNATURE, "no"],
  ["another key under the same id", good, SIGNATURE, "no", { keys: otherUnderId }],
  ["a key set without the key", good, KID, "no", { keys: setOf(jwkOf(otherKey)) }],
  ["an empty key set", good, KID, undefined, { keys: setOf() }],
  ["a key of another kind", good, KID, undefined, { keys: otherKind }],
  ["a key of another length", good, KID, undefined, { keys: otherLength }],
  ["a scalar above the order", `${header}.${payload}.${withLargeScalar()}`, SIGNATURE, "no"],
  ["spare bits in the signature", `${header}.${payload}.${withSpareBits(signature)}`, MALFORMED],
  ["padding", `${good}==`, MALFORMED],
  ["a line break at the end", `${good}\n`, MALFORMED],
  ["a blank inside", `${good.slice(0, -4)} ${good.slice(-4)}`, MALFORMED],
  ["a line break inside", `${good.slice(0, -4)}\n${good.slice(-4)}`, MALFORMED],
  ["the alphabet of base64", vector.jws.replaceAll("-", "+").replaceAll("_", "/"), MALFORMED],
  ["a shorter signature", good.slice(0, -4), MALFORMED, "no"],
  ["two parts", `${header}.${payload}`, MALFORMED, "no"],
  ["four parts", `${good}.AAAA`, MALFORMED, "no"],
  ["the empty text", "", MALFORMED, "no"],
  ["another type", withHeader(`"alg":"EdDSA","typ":"JWT"`), HEADER],
  ["no algorithm", withHeader(`"alg":"none",${RECEIPT}`), HEADER, "no"],
  ["the newer name of the algorithm", withHeader(`"alg":"Ed25519",${RECEIPT}`), HEADER],
  ["one more member", withHeader(`"alg":"EdDSA",${RECEIPT},"jku":"https://evil.example"`), HEADER],
];
export const receiptCases: readonly ReceiptCase[] = rows.map(([name, receipt, outcome, foreign, more]) => ({
  name,
  receipt,
  outcome,
  keys: both,
  ...(foreign && { foreign }),
  ...more,
}));

/** The cases of which a library says something else. */
export async function receiptProblems(said: (given: ReceiptCase) => Promise<string>): Promise<string[]> {
  const answers = await Promise.all(receiptCases.map(said));
  return receiptCases.flatMap(({ name, outcome }, i) =>
    outcome.test(answers[i] ?? "") ? [] : [`${name}: ${answers[i]}`],
  );
}
