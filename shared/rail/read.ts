import { createHash } from "node:crypto";
import { sealNumber } from "../crypto/bank-number.ts";
import { last4Of, liveBankName } from "../domain/driver/bank-account.ts";
import type { BankAccount } from "../domain/driver/driver-accounts.ts";
import type { Owner } from "../domain/item/owner.ts";
import { fileOfTrace } from "../domain/rail/ach-file.ts";
import type { BankEntry } from "../domain/rail/bank-file.ts";
import { type BankLine, type Corrected, correctedFields, readBankReply } from "../domain/rail/bank-reply.ts";
import { moveDriver } from "../store/driver/driver-changes.ts";
import { findDriver } from "../store/driver/drivers.ts";
import { findPayout } from "../store/payout/payouts.ts";
import {
  findBankFile,
  findBankKey,
  findBankEntry,
  listBankFiles,
  moveBankFile,
  moveToReturned,
  putBankLine,
} from "../store/rail/bank-files.ts";
import { listObjects, moveObject, readObject } from "./bucket.ts";

const INCOMING = "incoming/";
const LINES_AT_ONCE = 20;

type Line<Kind extends BankLine["kind"]> = Extract<BankLine, { kind: Kind }>;

/**
 * Reads what the bank has put into the bucket. Each line ends in a payout, a bank account, a file's state or
 * a line for operators. A file that is read again changes nothing. @returns the new lines for operators.
 */
export async function readBankFiles(
  now: Date,
  isTimeLeft: () => boolean,
): Promise<{ read: number; left: number }> {
  let [read, left] = [0, 0];
  for (const object of await listObjects(INCOMING)) {
    if (!isTimeLeft()) break;
    const text = await readObject(object);
    const { lines, isCut } = readBankReply(text);
    const [newest] = await listBankFiles(1);
    const leave = (line: number, said: string, why: string) =>
      putBankLine({ hash: sha256(said), object, line, why, at: now.toISOString() });
    if (isCut && (await leave(1, text, "the file is cut"))) left++;
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
      await Promise.all(
        lines.slice(at, at + LINES_AT_ONCE).map(async (line) => {
          const why = await apply(line, newest?.number ?? 0, now);
          if (why !== undefined && (await leave(line.line, line.text, why))) left++;
        }),
      );
    await moveObject(object, `read/${object.slice(INCOMING.length)}`, text);
    read++;
  }
  return { read, left };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Why an operator must look at a line. Undefined: it had its effect, now or before. */
function apply(line: BankLine, newest: number, now: Date): Promise<string | undefined> {
  if (line.kind === "acknowledgement") return answerFile(line, now);
  if (line.kind === "return") return returnEntry(line, newest, now);
  if (line.kind === "change") return correctAccount(line, newest);
  return Promise.resolve("the line is in no known form");
}

async function answerFile({ number, accepted, ...said }: Line<"acknowledgement">, now: Date) {
  const file = await findBankFile(number);
  if (!file || file.state === "collecting" || file.state === "sealed") return "no such file was sent";
  if (said.entries !== file.entries || said.total !== file.total)
    return "the totals are not those of the file";
  const state = accepted ? "acknowledged" : "rejected";
  if (await moveBankFile(number, ["written"], state, { answered_at: now.toISOString() })) return undefined;
  const settled = (await findBankFile(number))?.state;
  const isSame = settled === state || (settled === "released" && !accepted);
  return isSame ? undefined : `the file was ${settled} before`;
}

async function entryOfLine({ trace, id }: Line<"return" | "change">, newest: number) {
  const file = fileOfTrace(trace, newest);
  const entry = file === undefined ? undefined : await findBankEntry(file, id);
  return entry && file !== undefined
    ? { file, entry, owner: { account_id: entry.account_id, mode: "live" } as const }
    : undefined;
}

async function returnEntry(line: Line<"return">, newest: number, now: Date): Promise<string | undefined> {
  const found = await entryOfLine(line, newest);
  if (!found || found.entry.amount !== line.amount) return "no entry has its trace number, id and amount";
  const { file, entry, owner } = found;
  if (entry.kind === "prenote" || entry.payout_id === undefined) {
    await changeAccount(owner, entry, () => ({ status: "failed", return_code: line.code }));
    return undefined;
  }
  const payout = await findPayout(owner, entry.payout_id);
  if (payout?.return_code === line.code && payout.bank_file === file) return undefined;
  if (payout?.bank_file === file && (await moveToReturned(owner, payout, line.code, now))) return undefined;
  const again = await findPayout(owner, entry.payout_id);
  if (again?.return_code === line.code && again.bank_file === file) return undefined;
  return `the payout is ${again?.status ?? "unknown"} and cannot be returned`;
}

async function correctAccount(line: Line<"change">, newest: number): Promise<string | undefined> {
  const corrected = correctedFields(line.code, line.corrected);
  if (!corrected) return `${line.code} corrects no bank account`;
  const found = await entryOfLine(line, newest);
  if (!found) return "no entry has its trace number and id";
  const bankKey = await findBankKey();
  if (bankKey === undefined) throw new Error("The files' writer has not published its key");
  const corrected_by = sha256(line.text);
  await changeAccount(found.owner, found.entry, (account) =>
    account.corrected_by === corrected_by
      ? {}
      : { ...fieldsOf(corrected, account.id, bankKey), corrected_by },
  );
  return undefined;
}

const fieldsOf = (
  { account_number, ...corrected }: Corrected,
  id: string,
  bankKey: string,
): Partial<BankAccount> => ({
  ...corrected,
  ...(corrected.routing_number !== undefined && { bank_name: liveBankName(corrected.routing_number) }),
  ...(account_number !== undefined && {
    last4: last4Of(account_number),
    sealed_number: sealNumber(account_number, id, bankKey),
  }),
});

/** A deleted driver or account has nothing to correct any more. */
async function changeAccount(
  owner: Owner,
  { driver_id, bank_account_id }: BankEntry,
  change: (account: BankAccount) => Partial<BankAccount>,
): Promise<void> {
  const driver = await findDriver(owner, driver_id);
  if (!driver) return;
  await moveDriver(owner, driver, ({ bank_accounts }) => ({
    answer: () => undefined,
    fields: {
      bank_accounts: bank_accounts.map((account) =>
        account.id === bank_account_id ? { ...account, ...change(account) } : account,
      ),
    },
  }));
}
