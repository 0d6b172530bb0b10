import type { resendBankFileCommand } from "../../contract/operators/repair-commands.ts";
import { nextCutOff } from "../../domain/rail/bank-days.ts";
import type { BankTerms } from "../../domain/rail/bank-file.ts";
import { readBankTerms } from "../../http/guard/ach-rail.ts";
import {
  findBankFile,
  listBankEntries,
  listBankFiles,
  listBankLines,
  moveBankFile,
  moveToWaiting,
} from "../../store/rail/bank-files.ts";
import { putPrenote } from "../../store/rail/prenotes.ts";
import type { List } from "../list-answer.ts";
import { numbered } from "../numbered.ts";
import { CommandProblem, type Run } from "../serve/command-run.ts";

const SHOWN = 100;
const AT_ONCE = 20;

function requireRail(): BankTerms {
  const { BANK_TERMS } = process.env;
  if (!BANK_TERMS) throw new CommandProblem("The stage has no rail: its setting `rail` is not set");
  return readBankTerms(BANK_TERMS);
}

export const listBankFilesRun: List<"bank-files"> = async () => {
  requireRail();
  const files = await listBankFiles(SHOWN);
  const data = files.map(
    ({ number, state, entries, total, effective_day, object = "", answered_at = "" }) => ({
      number,
      state,
      entries,
      total,
      effective_day,
      object,
      answered_at,
    }),
  );
  return { ok: true, message: `${numbered(files.length, "file")}, the newest first`, data };
};

export const listBankLinesRun: List<"bank-lines"> = async () => {
  requireRail();
  const lines = (await listBankLines()).sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, SHOWN);
  const data = lines.map(({ at, object, line, why }) => ({ at, object, line, why }));
  return { ok: true, message: `${numbered(lines.length, "line")} of the bank, the newest first`, data };
};

/** A run that ends early is repeated: what waits again stays, and the file is released last. */
export const resendBankFileRun: Run<typeof resendBankFileCommand> = async ({ file: typed }, { now }) => {
  const { cut_offs } = requireRail();
  const file = await findBankFile(Number(typed));
  if (file?.state !== "rejected")
    throw new CommandProblem(
      `Only a rejected file can be sent again. File ${typed} is ${file?.state ?? "unknown"}`,
    );
  const due_at = nextCutOff(now, cut_offs).at.toISOString();
  return {
    objects: [`bank file ${file.number}`],
    will: `${numbered(file.entries, "entry", "entries")} of file ${file.number} would go into the file of ${due_at}`,
    act: async () => {
      const entries = await listBankEntries(file.number);
      for (let at = 0; at < entries.length; at += AT_ONCE)
        await Promise.all(
          entries
            .slice(at, at + AT_ONCE)
            .map(({ payout_id, account_id, driver_id, bank_account_id }) =>
              payout_id === undefined
                ? putPrenote({ account_id, driver_id, bank_account_id, due_at })
                : moveToWaiting({ account_id, mode: "live" }, payout_id, file.number, due_at),
            ),
        );
      await moveBankFile(file.number, ["rejected"], "released");
      return {
        ok: true,
        message: `${numbered(entries.length, "entry", "entries")} wait for the file of ${due_at}`,
      };
    },
  };
};
