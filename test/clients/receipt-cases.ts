import { createHash } from "node:crypto";
import { compactOf, jwkOf } from "../../shared/domain/receipt/receipt.ts";
import { vector } from "../support/receipt-vectors.ts";
import { joined, otherKey, testKey } from "../support/receipts.ts";

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

const base = { keys: both };
export const receiptCases: readonly ReceiptCase[] = [
  { ...base, name: "a receipt", receipt: good, outcome: /^ok rcp_/, foreign: "yes" },
  {
    ...base,
    name: "the vector",
    receipt: vector.jws,
    outcome: /^ok rcp_01kb0000000000000000000000$/,
    foreign: "yes",
  },
  {
    ...base,
    name: "with its issuer and words",
    receipt: good,
    issuer: "https://api.example.com",
    text: words,
    outcome: /^ok/,
  },
  {
    ...base,
    name: "another issuer",
    receipt: good,
    issuer: "https://api.example.org",
    outcome: /another service/,
  },
  {
    ...base,
    name: "an older version of the words",
    receipt: good,
    text: words.replace("5%", "4%"),
    outcome: /another version/,
  },
  {
    ...base,
    name: "one byte changed",
    receipt: `${header}.${changed}.${signature}`,
    outcome: SIGNATURE,
    foreign: "no",
  },
  {
    ...base,
    name: "the signature of another receipt",
    receipt: `${header}.${payload}.${vector.jws.split(".")[2]}`,
    outcome: SIGNATURE,
    foreign: "no",
  },
  {
    ...base,
    name: "another key under the same id",
    receipt: good,
    keys: setOf({ ...jwkOf(otherKey), kid: testKey.kid }),
    outcome: SIGNATURE,
    foreign: "no",
  },
  {
    ...base,
    name: "a key set without the key",
    receipt: good,
    keys: setOf(jwkOf(otherKey)),
    outcome: KID,
    foreign: "no",
  },
  { ...base, name: "an empty key set", receipt: good, keys: setOf(), outcome: KID },
  {
    ...base,
    name: "a key of another kind",
    receipt: good,
    keys: setOf({ ...jwkOf(testKey), kty: "EC" }),
    outcome: KID,
  },
  {
    ...base,
    name: "a key of another length",
    receipt: good,
    keys: setOf({ ...jwkOf(testKey), x: "AAAA" }),
    outcome: KID,
  },
  {
    ...base,
    name: "a scalar above the order",
    receipt: `${header}.${payload}.${withLargeScalar()}`,
    outcome: SIGNATURE,
    foreign: "no",
  },
  {
    ...base,
    name: "spare bits in the signature",
    receipt: `${header}.${payload}.${withSpareBits(signature)}`,
    outcome: MALFORMED,
  },
  { ...base, name: "padding", receipt: `${good}==`, outcome: MALFORMED },
  { ...base, name: "a line break at the end", receipt: `${good}\n`, outcome: MALFORMED },
  { ...base, name: "a blank inside", receipt: `${good.slice(0, -4)} ${good.slice(-4)}`, outcome: MALFORMED },
  {
    ...base,
    name: "a line break inside",
    receipt: `${good.slice(0, -4)}\n${good.slice(-4)}`,
    outcome: MALFORMED,
  },
  {
    ...base,
    name: "the alphabet of base64",
    receipt: vector.jws.replaceAll("-", "+").replaceAll("_", "/"),
    outcome: MALFORMED,
  },
  { ...base, name: "a shorter signature", receipt: good.slice(0, -4), outcome: MALFORMED, foreign: "no" },
  { ...base, name: "two parts", receipt: `${header}.${payload}`, outcome: MALFORMED, foreign: "no" },
  { ...base, name: "four parts", receipt: `${good}.AAAA`, outcome: MALFORMED, foreign: "no" },
  { ...base, name: "the empty text", receipt: "", outcome: MALFORMED, foreign: "no" },
  {
    ...base,
    name: "another type",
    receipt: headed(`{"alg":"EdDSA","typ":"JWT","kid":"${testKey.kid}"}`),
    outcome: HEADER,
  },
  {
    ...base,
    name: "no algorithm",
    receipt: headed(`{"alg":"none","typ":"consent-receipt+jwt","kid":"${testKey.kid}"}`),
    outcome: HEADER,
    foreign: "no",
  },
  {
    ...base,
    name: "the newer name of the algorithm",
    receipt: headed(`{"alg":"Ed25519","typ":"consent-receipt+jwt","kid":"${testKey.kid}"}`),
    outcome: HEADER,
  },
  {
    ...base,
    name: "another member in the header",
    receipt: headed(
      `{"alg":"EdDSA","typ":"consent-receipt+jwt","kid":"${testKey.kid}","jku":"https://evil.example"}`,
    ),
    outcome: HEADER,
  },
];
