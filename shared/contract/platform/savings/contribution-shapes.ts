import { exampleContribution } from "../../../domain/event/event-examples.ts";
import { PublicContribution } from "../../../domain/savings/contribution.ts";

export const ContributionShape = PublicContribution;

export const contributionExample = {
  ...exampleContribution("settled"),
  sent_at: "2026-11-27T06:00:00.000Z",
  settled_at: "2026-11-27T06:00:00.000Z",
};
