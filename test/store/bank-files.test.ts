import { afterEach, expect, jest, test } from "@jest/globals";
import { addBankAccount, bankAccountId } from "../../shared/domain/driver/driver-accounts.ts";
import type { Owner } from "../../shared/domain/item/owner.ts";
import { newFunding } from "../../shared/domain/ledger/funding.ts";
import { type Payout, settlePayout } from "../../shared/domain/payout/payout.ts";
import { settleAtOnce } from "../../shared/domain/payout/payout-rail.ts";
import { createPayout } from "../../shared/domain/payout/payout-request.ts";
import { achFile } from "../../shared/domain/rail/ach-file.ts";
import { type BankFile, type BankTerms, headOf } from "../../shared/domain/rail/bank-file.ts";
import { newDriver } from "./payout-steps.ts";
import { store } from "./store.ts";

const { achRail } = await import("../../shared/http/guard/ach-rail.ts");
const { collectForBank } = await import("../../shared/rail/collect.ts");
const { table } = await import("../../shared/store/table/table.ts");

const terms: BankTerms = {
  destination: "091000019",
  destination_name: "Bank",
  origin: "1234567890",
  origin_name: "Us",
  company_id: "1234567890",
  odfi: "09100001",
  cut_offs: ["14:00"],
  same_day: false,
  lead_days: 1,
};
const rail = achRail(terms);
/** A Monday, far from the days of other suites. Each test has a week of its own. */
let monday = Date.parse("2148-01-01T15:00:00Z");
const created = () => new Date(monday);
const afterCutOff = () => new Date(monday + 30 * 3_600_000);
afterEach(() => {
  monday += 7 * 86_400_000;
  jest.restoreAllMocks();
});

let companies = 0;
async function company(count: number) {
  const owner: Owner = { account_id: `acct_rail${++companies}`, mode: "live" };
  await store.putFunding(owner, await newFunding(1_000_000, `wire ${companies}`, created()), undefined);
  const driver_id = await newDriver(owner);
  const linked = { last4: "6789", bank_name: "Bank", account_type: "checking" as const };
  const sealed = { routing_number: "021000021", sealed_number: "b1.sealed" };
  const account = addBankAccount(bankAccountId(created()), { ...linked, ...sealed }, created());
  await store.putBankAccount(owner, driver_id, account, undefined);
  const payouts = Array.from({ length: count }, (_, i) =>
    createPayout({ driver_id, amount: 1_000 + i, currency: "usd", method: "standard" }, account, created()),
  ).map((payout) => settleAtOnce(rail, payout, created()));
  for (const payout of payouts) expect(await store.putPayout(owner, payout, undefined)).toBe("stored");
  return { owner, payouts };
}

const collect = (now = afterCutOff()) => collectForBank({ terms, now, isTimeLeft: () => true });

/** Each payout has one entry in all files, and a file's count, total and bytes follow from its entries. */
async function expectOnce(owner: Owner, payouts: readonly Payout[]): Promise<number[]> {
  const files = await store.listBankFiles(100);
  const lists = await Promise.all(files.map(({ number }) => store.listBankEntries(number)));
  for (const [i, file] of files.entries()) {
    const list = lists[i] ?? [];
    const total = list.reduce((sum, { amount }) => sum + amount, 0);
    expect([file.state, file.entries, file.total]).toEqual(["sealed", list.length, total]);
    const opened = list.map((entry) => ({ ...entry, account_number: "123456789" }));
    expect(achFile(headOf(file), opened)).toBe(achFile(headOf(file), opened.toReversed()));
  }
  const counts = payouts.map(({ id }) => lists.flat().filter(({ payout_id }) => payout_id === id).length);
  expect(counts).toEqual(payouts.map(() => 1));
  const stored = await Promise.all(payouts.map(({ id }) => store.findPayout(owner, id)));
  return stored.map((payout) => payout?.bank_file ?? 0);
}

test("what waits is collected at its cut-off and not before, into one file", async () => {
  const { owner, payouts } = await company(60);
  await collect(new Date(monday + 3_600_000));
  expect(await store.findPayout(owner, payouts[0]?.id ?? "")).toMatchObject({ waits_for_file: true });
  await collect();
  expect(new Set(await expectOnce(owner, payouts)).size).toBe(1);
  expect(await store.findPayout(owner, payouts[0]?.id ?? "")).toMatchObject({
    status: "pending",
    submitted_at: afterCutOff().toISOString(),
    due_at: expect.stringMatching(/T22:00/),
  });
});

test.each([1, 2, 3, 5, 8, 11, 14, 17, 18, 19, 20, 21, 22, 23])(
  "killed before or after its call number %i, it is continued to the same file",
  async (nth) => {
    const { owner, payouts } = await company(3);
    const send = table.send.bind(table) as (command: never) => Promise<unknown>;
    for (const isAfter of [false, true]) {
      let calls = 0;
      const killed = jest.spyOn(table, "send").mockImplementation((async (command: never) => {
        if (++calls > nth) throw new Error("killed");
        if (calls < nth) return send(command);
        if (isAfter) await send(command);
        throw new Error("killed");
      }) as never);
      await collect().catch(() => 0);
      killed.mockRestore();
    }
    await collect();
    expect(new Set(await expectOnce(owner, payouts)).size).toBe(1);
  },
);

const isTransaction = (input: object) => "TransactItems" in input;
/** The run has read the payouts, and looks for the file that they go into. */
const looksForFile = (input: object) => JSON.stringify(input).includes("BANK_FILE#all");

/** Before the first such call is sent, or after it, a run stops while `meanwhile` happens. */
function interrupting(
  when: "before" | "after",
  isPlace: (input: object) => boolean,
  meanwhile: () => Promise<unknown>,
) {
  const send = table.send.bind(table) as (command: never) => Promise<unknown>;
  let isFirst = true;
  jest.spyOn(table, "send").mockImplementation((async (command: { input: object }) => {
    const stops = isFirst && isPlace(command.input);
    if (stops) isFirst = false;
    if (stops && when === "before") await meanwhile();
    const answer = await send(command as never);
    if (stops && when === "after") await meanwhile();
    return answer;
  }) as never);
}

test.each([isTransaction, looksForFile])(
  "a run that another one overtakes, which seals its file, puts nothing into a second file (%p)",
  async (isPlace) => {
    const { owner, payouts } = await company(3);
    interrupting("before", isPlace, () => collect());
    await collect();
    expect(new Set(await expectOnce(owner, payouts)).size).toBe(1);
  },
);

test("a run whose file is sealed between two of its transactions puts the rest into the next file", async () => {
  const { owner, payouts } = await company(20);
  let nth = 0;
  let sealed = undefined as BankFile | undefined;
  const isSecond = (input: object) => isTransaction(input) && ++nth === 2;
  interrupting("before", isSecond, async () => {
    [sealed] = await store.listBankFiles(1);
    await store.moveBankFile(sealed?.number ?? 0, ["collecting"], "sealed");
  });
  await collect();
  await expectOnce(owner, payouts);
  expect(await store.findBankFile(sealed?.number ?? 0)).toEqual({ ...sealed, state: "sealed" });
});

test("a file changes its state only from a state that the change names", async () => {
  const { owner, payouts } = await company(1);
  await collect();
  const [number = 0] = await expectOnce(owner, payouts);
  const moves = [];
  for (const [from, to] of [
    ["written", "acknowledged"] as const,
    ["sealed", "written"] as const,
    ["sealed", "written"] as const,
    ["written", "rejected"] as const,
    ["written", "acknowledged"] as const,
  ])
    moves.push(await store.moveBankFile(number, [from], to));
  expect(moves).toEqual([false, true, false, true, false]);
  expect(await store.findBankFile(number)).toMatchObject({ state: "rejected" });
  const wait = (file: number) =>
    store.moveToWaiting(owner, payouts[0]?.id ?? "", file, created().toISOString());
  expect([await wait(number + 1), await wait(number), await wait(number)]).toEqual([false, true, false]);
  await store.moveBankFile(number, ["rejected"], "sealed");
  await collect();
});

test.each([0, 2])("a file that is written %i days after its cut-off pays as much later", async (late) => {
  const { owner, payouts } = await company(1);
  await collect();
  const payout = (await store.findPayout(owner, payouts[0]?.id ?? "")) as Payout;
  const days = (count: number, from: string | Date) => new Date(+new Date(from) + count * 86_400_000);
  const written_at = days(late, afterCutOff()).toISOString();
  await store.moveBankFile(payout.bank_file ?? 0, ["sealed"], "acknowledged", { written_at });
  const [step] = await rail.next([payout], days(10, created()));
  expect(step).toMatchObject({ at: days(late, payout.due_at ?? "").toISOString() });
  await store.moveBankFile(payout.bank_file ?? 0, ["acknowledged"], "sealed");
});

test.each(["before", "after"] as const)(
  "a cancel %s the payout went into a file stops it, or is refused",
  async (when) => {
    const { owner, payouts } = await company(1);
    const [payout] = payouts as [Payout];
    let canceled: unknown;
    interrupting(when, isTransaction, async () => {
      const after = settlePayout(payout, "cancel", afterCutOff());
      canceled = await store.movePayout(owner, payout, "cancel", after).catch(() => false);
    });
    await collect();
    expect(canceled).toBe(when === "before");
    const { status, bank_file } = (await store.findPayout(owner, payout.id)) as Payout;
    expect([status, bank_file === undefined]).toEqual(
      when === "before" ? ["canceled", true] : ["pending", false],
    );
  },
);

test("a payout whose bank account is gone fails, and the others leave", async () => {
  const { owner, payouts } = await company(2);
  const [kept, orphan] = payouts as [Payout, Payout];
  const driver = await store.findDriver(owner, kept.driver_id);
  await store.moveDriver(owner, driver as never, () => ({
    fields: { bank_accounts: [] },
    answer: () => undefined,
  }));
  await collect();
  const [step] = await rail.next([(await store.findPayout(owner, orphan.id)) as Payout], afterCutOff());
  expect(step).toMatchObject({ transition: "fail", failure_code: "no_account" });
});

test("a payout completes when its file is acknowledged, and a return comes once", async () => {
  const { owner, payouts } = await company(1);
  await collect();
  const find = async () => (await store.findPayout(owner, payouts[0]?.id ?? "")) as Payout;
  const { bank_file = 0, due_at = "" } = await find();
  const paid = new Date(Date.parse(due_at) + 1_000);
  const step = async () => (await rail.next([await find()], paid))[0];
  expect(await step()).toMatchObject({ transition: "complete", at: new Date(+paid + 60_000).toISOString() });
  await store.moveBankFile(bank_file, ["sealed"], "acknowledged");
  expect(await step()).toMatchObject({ transition: "complete", at: due_at });
  const returned = async (code: string) => store.moveToReturned(owner, await find(), code, paid);
  expect([await returned("R29"), await returned("R29"), await returned("R01")]).toEqual([true, false, false]);
  expect(await step()).toMatchObject({ transition: "fail", failure_code: "returned_by_bank" });
  await store.moveBankFile(bank_file, ["acknowledged"], "sealed");
});
