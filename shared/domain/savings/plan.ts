import * as z from "zod/mini";
import { SavingsRule } from "./split.ts";

/** On the driver's item, so that a payout reads nothing more. `person`: the key of the {@link Saver}. */
export const SavingsPlan = z.object({ agreement_id: z.string(), person: z.string(), rule: SavingsRule });
export type SavingsPlan = z.infer<typeof SavingsPlan>;
