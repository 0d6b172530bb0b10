import { PublicContribution } from "../savings/contribution.ts";
import { component } from "../text/text.ts";
import { Sequence } from "./event.ts";
import { defineEvent } from "./new-event.ts";

/** The whole contribution, as replies show it. Each has one event: it settles, or it is reversed. */
const data = component("ContributionEventData", { ...PublicContribution.shape, sequence: Sequence });

export const contributionSettled = defineEvent("contribution.settled", data);
export const contributionReversed = defineEvent("contribution.reversed", data);
