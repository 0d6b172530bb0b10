import { generateKeyPairSync, sign, verify } from "node:crypto";
import { verifyReceipt } from "../../infra/tools/clients/typescript/src/receipts.ts";
import { keyOfSeed } from "../../shared/crypto/receipt-key.ts";
import { claimsFor, compactOf, type Deed, jwkOf, signingInput } from "../../shared/domain/receipt/receipt.ts";
import { atMost, printTable } from "./print-table.ts";
import { median } from "./statistics.ts";

const ROUNDS = 5;
const TIMES = 2_000;
/** The claims, their id and their JSON are the rest. */
const MAX_SIGN = 2;
const MAX_VERIFY = 3;

const deed: Deed = {
  act: "join_waitlist",
  sub: "svc_sgn_0123456789abcdefghjkmnpqrs",
  text: { text_sha256: "5".repeat(64), text_version: "join_waitlist/1", lang: "en" },
  livemode: true,
  terms: { partner: "Example Couriers", shared: true },
  declared: { agent: "Claude", partner_id: "example-couriers" },
};

/** What a receipt costs its signer and its verifier, beside Node's Ed25519 over the same bytes. */
export async function reportReceipts(): Promise<void> {
  const key = keyOfSeed(new Uint8Array(32).fill(7));
  const now = new Date();
  const make = () => key.sign(JSON.stringify(claimsFor(deed, "https://api.example.com", now)));
  const receipt = make();
  const [text, keys] = [compactOf(receipt), { keys: [jwkOf(key)] }];
  const bytes = Buffer.from(signingInput(receipt));
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const signature = sign(null, bytes, privateKey);
  const rows = [
    row("sign", await ratio(make, () => sign(null, bytes, privateKey)), MAX_SIGN),
    row(
      "verify in the TypeScript client",
      await ratio(
        () => verifyReceipt(text, keys),
        () => verify(null, bytes, publicKey, signature),
      ),
      MAX_VERIFY,
    ),
  ];
  printTable(
    `Receipts: microseconds of CPU (medians of ${ROUNDS} rounds of ${TIMES}); ${text.length} characters, 2 write units`,
    ["", "ours", "node:crypto alone", "x alone", "at most", "verdict"],
    rows,
  );
}

type Both = { ours: number; alone: number };

async function ratio(ours: () => unknown, alone: () => unknown): Promise<Both> {
  const rounds: Both[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ours: await microseconds(ours), alone: await microseconds(alone) });
  return { ours: median(rounds.map((each) => each.ours)), alone: median(rounds.map((each) => each.alone)) };
}

async function microseconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < TIMES; i++) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / TIMES;
}

const row = (name: string, { ours, alone }: Both, most: number) => [
  ...[name, ours, alone, ours / alone, most],
  atMost(`Receipts: ${name}, x node:crypto`, ours / alone, most),
];
