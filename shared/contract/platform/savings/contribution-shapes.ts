import { exampleContribution } from "../../../domain/event/event-examples.ts";
import { PublicContribution } from "../../../domain/savings/contribution.ts";
import { component } from "../../../domain/text/text.ts";

export const ContributionShape = component("Contribution", PublicContribution.shape);

const { sequence: _, ...settled } = exampleContribution("settled");
export const contributionExample = {
  ...settled,
  sent_at: "2026-11-27T06:00:00.000Z",
  settled_at: "2026-11-27T06:00:00.000Z",
};
