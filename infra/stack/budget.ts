import { Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Topic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { stageSettingsOf } from "./settings/stage-settings.ts";

/** In US dollars. `infra/operations/COSTS.md` shows how far it reaches. */
const PROD_AMOUNT = 200;

type BudgetProps = { stage: string; topic: Topic };

/**
 * The account's monthly budget, which publishes to the alarms' topic. The setting `monthlyBudget` is the
 * amount. Without it, only `prod` has a budget. It counts the whole account, because a filter by tag counts
 * nothing until an operator activates the tag.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { stage, topic }: BudgetProps) {
    super(scope, id);
    const { monthlyBudget } = stageSettingsOf(this);
    if (monthlyBudget === undefined && stage !== "prod") return;
    const amount = monthlyBudget ?? PROD_AMOUNT;

    const published = topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("budgets.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    const budget = new CfnBudget(this, "Monthly", {
      budget: { budgetType: "COST", timeUnit: "MONTHLY", budgetLimit: { amount, unit: "USD" } },
      notificationsWithSubscribers: [
        notification("ACTUAL", 80, topic),
        notification("ACTUAL", 100, topic),
        notification("FORECASTED", 100, topic),
      ],
    });
    // AWS Budgets checks at once whether it may publish.
    if (published.policyDependable) budget.node.addDependency(published.policyDependable);
  }
}

const notification = (notificationType: "ACTUAL" | "FORECASTED", percent: number, topic: Topic) => ({
  notification: {
    notificationType,
    comparisonOperator: "GREATER_THAN",
    threshold: percent,
    thresholdType: "PERCENTAGE",
  },
  subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
});
