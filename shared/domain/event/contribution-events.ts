import { PublicContribution } from "../savings/contribution.ts";
import { defineEvent } from "./new-event.ts";

export const contributionSettled = defineEvent("contribution.settled", PublicContribution);
export const contributionReversed = defineEvent("contribution.reversed", PublicContribution);
