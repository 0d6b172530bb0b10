import { expect, test } from "@jest/globals";
import type { SavingsMail } from "../../shared/domain/event/outbox.ts";
import { sortableId } from "../../shared/domain/item/ids.ts";
import { type Agreement, invited, withFormer } from "../../shared/domain/savings/agreement.ts";
import { startSignup, storedProof } from "../../shared/domain/signup/signup.ts";
import { startEngine } from "../support/cloud/engine.ts";
import { startSes } from "../support/cloud/ses-stub.ts";
import { joined, receiptOf } from "../support/receipts.ts";

const engine = await startEngine();
const ses = await startSes();
process.env.MAIL_FROM = "service@mail.example.com";
const { handler } = await import("../../functions/events/send-mail.ts");
const store = {
  ...(await import("../../shared/store/signup/signups.ts")),
  ...(await import("../../shared/store/signup/confirmations.ts")),
  ...(await import("../../shared/store/savings/agreements.ts")),
  ...(await import("../../shared/store/savings/savers.ts")),
  ...(await import("../../shared/store/savings/statements.ts")),
};
const { transact } = await import("../../shared/store/table/table.ts");
const { change, put } = await import("../../shared/store/table/writes.ts");
const { keys } = await import("../../shared/store/keys/keys.ts");

const now = new Date();
const owners = ["Acme", "Bolt"].map((name) => ({ name, account_id: `acct_${name}`, mode: "live" as const }));
const person = "hash-of-ana";

/** A person who saved at two companies, and in this language. */
async function saver(language: "en" | "es", name: string = language) {
  const signup = startSignup({ email: `ana-${name}@example.com`, language }, now);
  await store.putSignup(signup);
  await store.putProof(signup.signup_id, "proof", "first", now);
  await store.moveSignupToConfirmed(signup, storedProof("proof", now), joined(signup, now), now);
  const agreements = owners.map((owner, i) => ({
    ...invited(owner, `drv_01kadzav7w6x5y4t3s2r1q0p9${i}`, undefined, new Date(now.getTime() + i)),
    status: "ended" as const,
    person: person + name,
    signup_id: signup.signup_id,
  }));
  for (const [i, agreement] of agreements.entries()) {
    const terms = { partner: owners[i]?.name ?? "" };
    const receipt = receiptOf("save_from_payouts", agreement.id, now, { terms });
    const { receiptWrite } = await import("../../shared/store/receipt/receipts.ts");
    await transact([
      put({ ...keys.savings(agreement, agreement.driver_id), ...agreement }),
      receiptWrite(receipt),
    ]);
  }
  const [acme, bolt] = agreements.map(({ id }) => id);
  const sums = { saved_2026: 12_345, [`saved_2026_${acme}`]: 12_000, [`saved_2026_${bolt}`]: 345 };
  await transact([change(keys.saver({ mode: "live" }, person + name), { set: sums })]);
  return { signup, agreements };
}

const requests = async () =>
  (await engine.items("OUTBOX")).filter(({ about }) => about === "year") as unknown as SavingsMail[];

async function send(message: object): Promise<void> {
  const body = JSON.stringify({ ...message, entry_id: sortableId("", new Date()) });
  expect(await handler({ Records: [{ messageId: "m", body }] } as never)).toEqual({ batchItemFailures: [] });
}

test.each([
  ["en", "In 2026, $123.45 of your payouts went to your Roth IRA.", "is not deductible"],
  ["es", "En 2026, $123.45 de tus pagos fueron a tu Roth IRA.", "no es deducible"],
] as const)(
  "a person gets one statement of the year in %s, with each company's part",
  async (language, total, tax) => {
    const { agreements, signup } = await saver(language);
    const before = (await requests()).length;
    const answers = await Promise.all(agreements.map((each) => store.putStatementRequest(each, 2026, now)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    for (const each of agreements) {
      expect(await store.putStatementRequest(each, 2026, now)).toBe(false);
      expect(await store.putStatementRequest(each, 2025, now)).toBe(false);
      expect(await store.putStatementRequest({ ...each, person: undefined }, 2026, now)).toBe(false);
    }
    const rows = await requests();
    expect(rows).toHaveLength(before + 1);

    const mails = ses.texts.length;
    await send(rows.find(({ agreement_id }) => agreements.some(({ id }) => id === agreement_id)) ?? {});
    expect(ses.asked.at(-1)).toBe(signup.email);
    const text = ses.texts.at(-1);
    for (const said of [total, "Acme: $120.00", "Bolt: $3.45", tax, "5498", "/savings/"])
      expect(text).toContain(said);
    expect(ses.texts).toHaveLength(mails + 1);
  },
);

test("a person whose agreement an invitation replaced gets the statement, without a link to its page", async () => {
  const { agreements, signup } = await saver("en", "again");
  const [ended] = agreements as [Agreement];
  const later = new Date(now.getTime() + 60_000);
  const again = invited(ended, ended.driver_id, ended, later);
  const others = [again, invited(ended, ended.driver_id, { ...again, status: "ended" }, later)];
  for (const invitation of others) expect(withFormer(invitation)[1]).toMatchObject({ id: ended.id });
  await transact([put({ ...keys.savings(again, again.driver_id), ...again })]);

  const answers = [];
  for (const each of withFormer(again)) answers.push(await store.putStatementRequest(each, 2026, now));
  expect(answers).toEqual([false, true]);
  await send((await requests()).find(({ agreement_id }) => agreement_id === ended.id) ?? {});
  expect(ses.asked.at(-1)).toBe(signup.email);
  expect(ses.texts.at(-1)).toContain("Acme: $120.00");
  expect(ses.texts.at(-1)).not.toContain("/savings/");
});

test("agreements are listed page by page, in the order of their drivers", async () => {
  const owner = { account_id: "acct_Acme", mode: "live" as const };
  const [first, ...rest] = await store.listAgreementsAfter(owner, undefined, 1);
  expect(rest).toEqual([]);
  expect(await store.listAgreementsAfter(owner, first?.driver_id, 25)).toEqual([]);
});
