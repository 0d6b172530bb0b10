import * as z from "zod/mini";
import { DriverId } from "../../../domain/driver/driver-id.ts";
import { exampleSavings } from "../../../domain/event/event-examples.ts";
import { PublicAgreement } from "../../../domain/savings/agreement.ts";
import { component, note } from "../../../domain/text/text.ts";

export const SavingsParams = z.strictObject({ driver_id: note(z.clone(DriverId), "The driver's id.") });

export const SavingsShape = component("Savings", PublicAgreement.shape);

export const savingsExample = { ...exampleSavings("active", 1), url: null };
export const endedSavingsExample = { ...exampleSavings("ended", 2), url: null, ended_by: "partner" };
