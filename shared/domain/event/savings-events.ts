import { PublicAgreement } from "../savings/agreement.ts";
import { component } from "../text/text.ts";
import { defineEvent } from "./new-event.ts";

/** The agreement as replies show it, without the link. */
const { url: _, ...shape } = PublicAgreement.shape;
const data = component("SavingsEventData", shape);

export const savingsStarted = defineEvent("savings.started", data);
export const savingsChanged = defineEvent("savings.changed", data);
export const savingsEnded = defineEvent("savings.ended", data);
