import { createHash } from "node:crypto";
import { bankKeyOf, unsealingNumbers } from "../crypto/bank-number.ts";
import { achFile, achFileName } from "../domain/rail/ach-file.ts";
import { type BankFile, headOf, isSilent } from "../domain/rail/bank-file.ts";
import {
  findBankKey,
  listBankFiles,
  listBankEntries,
  moveBankFile,
  putBankKey,
} from "../store/rail/bank-files.ts";
import { readSecrets } from "../store/table/secrets.ts";
import { putNewObject } from "./bucket.ts";

/** Of a month with 36 files a day. A silent or rejected one rings until an operator has acted. */
const LOOKED_AT = 1_000;

/**
 * Writes each sealed file into the bucket. The bytes follow from the sealed list, so a second run or a second
 * call writes the same or nothing.
 */
export async function writeBankFiles(now: Date) {
  const secrets = await readSecrets("bank");
  const key = bankKeyOf(secrets[0]);
  if ((await findBankKey()) !== key) await putBankKey(key);
  const open = unsealingNumbers(secrets);
  const files = await listBankFiles(LOOKED_AT);
  const sealed = files.filter(({ state }) => state === "sealed").toReversed();
  for (const file of sealed) await writeFile(file, open, now);
  return {
    written: sealed.length,
    silent: files.filter((file) => isSilent(file, now)).length,
    rejected: files.filter(({ state }) => state === "rejected").length,
    /** When the first file is silent that is not yet, in ms. */
    next: Math.min(
      ...files
        .filter((file) => file.state !== "acknowledged" && !isSilent(file, now))
        .map(({ acknowledge_by }) => Date.parse(acknowledge_by))
        .filter((at) => at > now.getTime()),
    ),
  };
}

async function writeFile(
  file: BankFile,
  open: ReturnType<typeof unsealingNumbers>,
  now: Date,
): Promise<void> {
  const entries = (await listBankEntries(file.number)).map((entry) => ({
    ...entry,
    account_number: open(entry.sealed_number, entry.bank_account_id),
  }));
  const bytes = achFile(headOf(file), entries);
  const object = achFileName(file);
  await putNewObject(object, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const written_at = now.toISOString();
  await moveBankFile(file.number, ["sealed"], "written", { object, sha256, written_at });
}
