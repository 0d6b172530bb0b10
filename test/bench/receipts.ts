import { generateKeyPairSync, sign, verify } from "node:crypto";
import { verifyReceipt } from "../../infra/tools/clients/typescript/src/receipts.ts";
import { keyOfSeed } from "../../shared/crypto/receipt-key.ts";
import { claimsFor, compactOf, type Deed, jwkOf, signingInput } from "../../shared/domain/receipt/receipt.ts";
import { atMost, printTable } from "./print-table.ts";
import { median } from "./statistics.ts";

const ROUNDS = 5;
const TIMES = 2_000;

const deed: Deed = {
  act: "join_waitlist",
  sub: "svc_sgn_0123456789abcdefghjkmnpqrs",
  text: { text_sha256: "5".repeat(64), text_version: "join_waitlist/1", lang: "en" },
  livemode: true,
  terms: { partner: "Example Couriers", shared: true },
  declared: { agent: "Claude", partner_id: "example-couriers" },
};

/**
 * What a receipt costs its signer and its verifier, beside Node's Ed25519 over the same bytes: the claims and
 * their JSON are the rest.
 */
export async function reportReceipts(): Promise<void> {
  const key = keyOfSeed(new Uint8Array(32).fill(7));
  const now = new Date();
  const make = () => key.sign(JSON.stringify(claimsFor(deed, "https://api.example.com", now)));
  const receipt = make();
  const [text, keys] = [compactOf(receipt), { keys: [jwkOf(key)] }];
  const bytes = Buffer.from(signingInput(receipt));
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const signature = sign(null, bytes, privateKey);
  const checks: [name: string, ours: () => unknown, alone: () => unknown, most: number][] = [
    ["sign", make, () => sign(null, bytes, privateKey), 2],
    [
      "verify in the TypeScript client",
      () => verifyReceipt(text, keys),
      () => verify(null, bytes, publicKey, signature),
      3,
    ],
  ];
  const rows = [];
  for (const [name, ours, alone, most] of checks) {
    const took: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++)
      took.push([await microseconds(ours), await microseconds(alone)]);
    const [our, least] = [median(took.map(([each]) => each)), median(took.map(([, each]) => each))];
    const times = our / least;
    rows.push([name, our, least, times, most, atMost(`Receipts: ${name}, x node:crypto`, times, most)]);
  }
  printTable(
    `Receipts: microseconds of CPU (medians of ${ROUNDS} rounds of ${TIMES}); ${text.length} characters, 2 write units`,
    ["", "ours", "node:crypto alone", "x alone", "at most", "verdict"],
    rows,
  );
}

async function microseconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < TIMES; i++) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / TIMES;
}
