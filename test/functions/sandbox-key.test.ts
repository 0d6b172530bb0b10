import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sandboxKeyLimit } from "../../shared/contract/developers/sign-in.ts";
import type { Problem } from "../../shared/contract/errors.ts";
import { hashOfKey } from "../../shared/crypto/key-hash.ts";
import { newApiKey } from "../../shared/domain/account/api-key.ts";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { newSandboxAccount } from "../../shared/domain/account/sandbox-account.ts";
import { DAY } from "../../shared/domain/limit/window.ts";
import { Lane } from "../domain/lane-model.ts";
import { startEngine } from "../support/cloud/engine.ts";

const DAY_MS = DAY * 1000;
const NETWORKS = ["198.51.0.0/24", "198.51.1.0/24"];

const engine = await startEngine();
process.env.SANDBOX_KEYS_PER_HOUR = "1";
const { limitSandboxKey } = await import("../../shared/http/guard/fair-share.ts");
const { turnPeriod } = await import("../../shared/store/share/networks.ts");
const { putSandboxAccount } = await import("../../shared/store/account/sandbox-accounts.ts");
const { findAccount } = await import("../../shared/store/account/accounts.ts");
const { putPartner } = await import("../../shared/store/account/partners.ts");

/** In the future: an engine deletes expired items by its own clock. Each run has days of its own. */
let start = Date.parse("2126-11-21T00:00:00Z");
const [{ count }] = sandboxKeyLimit.limits;
const record = { ...sandboxKeyLimit, method: "POST" };

const requests = fc.array(
  fc.record({ address: fc.integer({ min: 1, max: 4 }), seconds: fc.integer({ min: 1, max: 1_400 }) }),
  { minLength: 1, maxLength: 30 },
);

test("a request passes if its address has room, and the lane has for its network's turn, and no refusal takes a place of others", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      // No network's day ends meanwhile, and its turns with it.
      do start += 4 * DAY_MS + 3_600_000;
      while (NETWORKS.some((network) => turnPeriod(network, new Date(start)).end < start + DAY_MS / 2));
      let now = start;
      const lane = new Lane({ count: 24, seconds: DAY });
      const counted: { address: number; at: number }[] = [];
      const known = new Map<string, number>();
      for (const { address, seconds } of all) {
        now += seconds * 1000;
        const network = NETWORKS[address % 2] as string;
        const isFirst = lane.turnsOf(network) === 0;
        const ofAddress = counted.filter((one) => one.address === address && one.at > now - DAY * 1000);
        const isCounted = now >= (known.get(network) ?? 0) && ofAddress.length < count;
        const passes = isCounted && lane.take(network, now);
        if (isCounted && !passes) known.set(network, lane.mayGoAt(network));
        if (passes || (isCounted && !isFirst)) counted.push({ address, at: now });
        const refused = await limitSandboxKey(record, `198.51.${address % 2}.${address}`, new Date(now)).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(refused === undefined).toBe(passes);
        if (refused) expect((refused as Problem).code).toBe("rate_limit_exceeded");
      }
    }),
    { numRuns: 20 },
  );
});

test("the account of a sandbox key and the key expire, and no directory lists them", async () => {
  const now = new Date("2126-11-21T00:00:00Z");
  const text = newApiKey("test");
  const made = newSandboxAccount(text.slice(-4), now);
  const { key } = made;
  await putSandboxAccount(made, hashOfKey(text));
  const stored = (await engine.items()).filter(({ pk }) => /^(ACCOUNT|API_KEY)/.test(String(pk)));
  expect(stored.map(({ pk, ttl }) => [String(pk).split("#")[0], ttl]).sort()).toEqual([
    ["ACCOUNT", now.getTime() / 1000 + 30 * DAY],
    ["API_KEY", now.getTime() / 1000 + 30 * DAY],
    ["API_KEY", now.getTime() / 1000 + 30 * DAY],
  ]);
  expect(JSON.stringify(stored)).not.toContain(text);
  expect(key).toMatchObject({ mode: "test", verified: false, expires_at: "2126-11-22T00:00:00.000Z" });
});

test("a partner adopts nothing of a sandbox that has expired, although the table still has it", async () => {
  const made = new Date("2126-11-21T00:00:00Z");
  const now = new Date(made.getTime() + 31 * DAY_MS);
  const sandbox = newSandboxAccount("abcd", made);
  await putSandboxAccount(sandbox, hashOfKey(newApiKey("test")));
  const held = await findAccount(sandbox.account.account_id, made);
  const request = { company: "Acme", email: "dev@acme.example" };
  const { partner, account } = registerPartner(request, "acme", now, held);
  expect((await putPartner(partner, account, { now })).outcome).toBe("not_adopted");
  expect(await engine.items("PARTNER")).toEqual([]);
});
