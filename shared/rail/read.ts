import { createHash } from "node:crypto";
import { sealNumber } from "../crypto/bank-number.ts";
import { last4Of, liveBankName } from "../domain/driver/bank-account.ts";
import type { BankAccount } from "../domain/driver/driver-accounts.ts";
import type { Owner } from "../domain/item/owner.ts";
import { fileOfTrace } from "../domain/rail/ach-file.ts";
import { type BankEntry, type BankFile, fileVerifiesAt } from "../domain/rail/bank-file.ts";
import { type BankLine, type Corrected, correctedFields, readBankReply } from "../domain/rail/bank-reply.ts";
import { moveDriver } from "../store/driver/driver-changes.ts";
import { findDriver } from "../store/driver/drivers.ts";
import { findPayout } from "../store/payout/payouts.ts";
import {
  findBankFile,
  findBankKey,
  findBankEntry,
  listBankEntries,
  listBankFiles,
  moveBankFile,
  moveToReturned,
  putBankLine,
} from "../store/rail/bank-files.ts";
import { listObjects, moveObject, readObject } from "./bucket.ts";

const INCOMING = "incoming/";
const LINES_AT_ONCE = 20;

type Line<Kind extends BankLine["kind"]> = Extract<BankLine, { kind: Kind }>;

/** The writer ended after it had put the file and before it had said so. The next run reads it again. */
const EARLY = "the file is not marked as written yet";

/**
 * Reads what the bank has put into the bucket. Each line ends in a payout, a bank account, a file's state or
 * a line for operators. A file that is read again changes nothing. @returns the new lines for operators.
 */
export async function readBankFiles(
  now: Date,
  isTimeLeft: () => boolean,
): Promise<{ read: number; left: number }> {
  let read = 0;
  let left = 0;
  for (const object of await listObjects(INCOMING)) {
    const file = await readObject(object);
    if (!file) continue;
    const { lines, isCut, made_at } = readBankReply(file.text);
    const [newest] = await listBankFiles(1);
    const leave = async (line: number, said: string, why: string) => {
      if (await putBankLine({ hash: sha256(said), object, line, why, at: now.toISOString() })) left++;
    };
    if (isCut) await leave(1, file.text, "the file is cut");
    let isWhole = true;
    for (let at = 0; at < lines.length && isWhole; at += LINES_AT_ONCE) {
      if (!isTimeLeft()) return { read, left };
      await Promise.all(
        lines.slice(at, at + LINES_AT_ONCE).map(async (line) => {
          const why = await apply(line, made_at, newest?.number ?? 0, now);
          if (why === EARLY) isWhole = false;
          else if (why !== undefined) await leave(line.line, line.text, why);
        }),
      );
    }
    if (!isWhole) continue;
    await moveObject(object, `read/${object.slice(INCOMING.length)}`, file);
    read++;
  }
  return { read, left };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Why an operator must look at a line. Undefined: it had its effect, now or before. */
function apply(line: BankLine, made_at: string, newest: number, now: Date): Promise<string | undefined> {
  if (line.kind === "acknowledgement") return answerFile(line, now);
  if (line.kind === "return") return returnEntry(line, newest, now);
  if (line.kind === "change") return correctAccount(line, made_at, newest);
  return Promise.resolve("the line is in no known form");
}

async function answerFile({ number, accepted, ...said }: Line<"acknowledgement">, now: Date) {
  const file = await findBankFile(number);
  if (!file || file.state === "collecting") return "no such file was sent";
  if (said.entries !== file.entries || said.total !== file.total)
    return "the totals are not those of the file";
  if (file.state === "sealed") return EARLY;
  const state = accepted ? "acknowledged" : "rejected";
  const isNew = await moveBankFile(number, ["written"], state, { answered_at: now.toISOString() });
  const settled = isNew ? state : (await findBankFile(number))?.state;
  if (settled === "acknowledged" && accepted) await beginVerifying(file);
  const isSame = settled === state || (settled === "released" && !accepted);
  return isSame ? undefined : `the file was ${settled} before`;
}

/** Only a bank that has a prenote can return it. Repeated after a crash, it changes the rest. */
async function beginVerifying(file: BankFile): Promise<void> {
  const verifies_at = fileVerifiesAt(file).toISOString();
  const prenotes = (await listBankEntries(file.number)).filter(({ kind }) => kind === "prenote");
  for (let at = 0; at < prenotes.length; at += LINES_AT_ONCE)
    await Promise.all(
      prenotes
        .slice(at, at + LINES_AT_ONCE)
        .map((entry) =>
          changeAccount({ account_id: entry.account_id, mode: "live" }, entry, (account) =>
            account.status === "pending" && account.verifies_at === undefined ? { verifies_at } : {},
          ),
        ),
    );
}

async function entryOfLine({ trace, id }: Line<"return" | "change">, newest: number) {
  const file = fileOfTrace(trace, newest);
  const entry = file === undefined ? undefined : await findBankEntry(file, id);
  return entry && file !== undefined
    ? { file, entry, owner: { account_id: entry.account_id, mode: "live" } as const }
    : undefined;
}

async function returnEntry(line: Line<"return">, newest: number, now: Date): Promise<string | undefined> {
  const match = await entryOfLine(line, newest);
  if (!match || match.entry.amount !== line.amount) return "no entry has its trace number, id and amount";
  const { file, entry, owner } = match;
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

/** A field keeps what the newest line says, also if it comes first: of our later file, or of the bank's. */
async function correctAccount(line: Line<"change">, made_at: string, newest: number) {
  const corrected = correctedFields(line.code, line.corrected);
  if (!corrected) return `${line.code} corrects no bank account`;
  const match = await entryOfLine(line, newest);
  if (!match) return "no entry has its trace number and id";
  const bankKey = await findBankKey();
  if (bankKey === undefined) throw new Error("The files' writer has not published its key");
  const place = [
    String(match.file).padStart(8, "0"),
    made_at.padEnd(10),
    String(line.line).padStart(6, "0"),
  ].join();
  await changeAccount(match.owner, match.entry, ({ id, corrected: before = {} }) => {
    const isNewer = ([field]: [string, unknown]) => (before[field] ?? "") < place;
    const newer = Object.fromEntries(Object.entries(corrected).filter(isNewer));
    const places = Object.fromEntries(Object.keys(newer).map((field) => [field, place]));
    return { ...fieldsOf(newer, id, bankKey), corrected: { ...before, ...places } };
  });
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
