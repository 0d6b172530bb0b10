import * as z from "zod/mini";
import { SavingsRule } from "./split.ts";

/**
 * The terms of an active agreement, as the driver's item carries them, so that a new payout reads nothing
 * more. A payout keeps those that it was created with. `person`: the key of the {@link Saver}.
 */
export const SavingsPlan = z.object({ agreement_id: z.string(), person: z.string(), rule: SavingsRule });
export type SavingsPlan = z.infer<typeof SavingsPlan>;
