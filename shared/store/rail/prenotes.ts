import { Prenote } from "../../domain/rail/bank-file.ts";
import { bankEntriesOf, keys } from "../keys/keys.ts";
import { itemsOf } from "../table/reads.ts";
import { transact, type Write } from "../table/table.ts";
import { putNew, remove } from "../table/writes.ts";

export const prenoteWrite = (prenote: Prenote): Write =>
  putNew({ ...keys.bankEntry("waiting", prenote.bank_account_id), ...prenote });

/** Again, after its file was rejected. */
export const putPrenote = (prenote: Prenote) => transact([prenoteWrite(prenote)]);

/** Those that are due. */
export const listPrenotes = async (now: Date): Promise<Prenote[]> =>
  (await itemsOf({ pk: bankEntriesOf("waiting") }))
    .map((item) => Prenote.parse(item))
    .filter(({ due_at }) => due_at <= now.toISOString());

export const deletePrenote = (id: string) => transact([remove(keys.bankEntry("waiting", id))]);
