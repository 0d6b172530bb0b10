import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { exampleSavings } from "../../../domain/event/event-examples.ts";
import { PublicAgreement } from "../../../domain/savings/agreement.ts";
import { component, note } from "../../../domain/text/text.ts";

export const SavingsParams = z.strictObject({ driver_id: note(z.clone(DriverId), "The driver's id.") });

export const SavingsShape = component("Savings", PublicAgreement.shape);

const { sequence: _, ...active } = exampleSavings("active", 1);
const { sequence: __, ...ended } = exampleSavings("ended", 2);
export const savingsExample = { ...active, url: null };
export const endedSavingsExample = { ...ended, url: null, ended_by: "partner" };
