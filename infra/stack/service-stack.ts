import { CfnOutput, NestedStack, Stack, type StackProps, Tags } from "aws-cdk-lib";
import type { Code } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { operations, operatorFunctions, pages, timers, unknownRoute } from "../../shared/contract/service.ts";
import { Alarms } from "./alarms/alarms.ts";
import { Api } from "./api.ts";
import { BackupCopies } from "./backup/backup-copies.ts";
import { MonthlyBudget } from "./budget.ts";
import { addCanary } from "./objectives/canary.ts";
import { makeStageKey } from "./customer-key.ts";
import { Mail } from "./mail.ts";
import { Functions } from "./operation-function.ts";
import { acknowledgeExecutions, lookingAtWork, movingWork } from "./operator-work.ts";
import { addOperators } from "./operators.ts";
import { DuePayouts } from "./payouts/due-payouts.ts";
import { PayoutBatches } from "./payouts/payout-batches.ts";
import { requireTls } from "./queues.ts";
import { Rail } from "./rail/rail.ts";
import { OutboxRelay } from "./relay.ts";
import { ServiceSecrets } from "./secrets.ts";
import type { Settings } from "./settings/settings.ts";
import { useSettings } from "./settings/stage-settings.ts";
import { ServiceTable } from "./table.ts";
import { TaxWalks } from "./tax-walks.ts";
import { Timers } from "./timers.ts";
import { Webhooks } from "./webhooks.ts";

export type ServiceStackProps = StackProps & {
  /** Data of `prod` outlives the stack. That of any other stage is deleted with it. */
  stage: string;
  settings: Settings;
  code: (name: string) => Code;
};

/** One table, one function an operation, and the relay of changes from the table's stream. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, settings, code, ...props }: ServiceStackProps) {
    super(scope, id, { suppressTemplateIndentation: true, ...props });
    useSettings(this, settings);
    Tags.of(this).add("stage", stage);

    const keep = stage === "prod";
    makeStageKey(this, { keep });
    const table = new ServiceTable(this, "Table", { keep });
    const secrets = new ServiceSecrets(this, "Secrets", { keep });
    const upkeep = new NestedStack(this, "Upkeep", { suppressTemplateIndentation: true });
    const functions = new Functions(this, { table, secrets, stage, keep, code });

    const due = new DuePayouts(this, "DuePayouts", { functions });
    const api = new Api(this, "Api", {
      functions,
      keep,
      operations,
      pages,
      unknownRoute,
      extras: { "hear-rail": due.hinting },
    });
    const machines = new Timers(this, "Timers", { functions, timers });
    const mail = new Mail(this, "Mail", { functions, upkeep });
    const taxes = new TaxWalks(this, "TaxWalks", { functions, upkeep, table });
    const batches = new PayoutBatches(this, "PayoutBatches", { functions });
    const webhooks = new Webhooks(this, "Webhooks", { functions, upkeep, batches, due });
    if (settings.rail) new Rail(this, "BankRail", { functions, upkeep, keep });
    if (settings.canary) addCanary(functions, upkeep);
    const targets = { machines, mail, taxes, batches, due, webhooks };
    const relay = new OutboxRelay(this, "Relay", { functions, table, ...targets });
    const work = { ...targets, relay };
    const { topic } = new Alarms(upkeep, "Alarms", { api, ...work, logs: functions.logs, stage });
    const extras = {
      "look-up": [lookingAtWork(this, work), { environment: { ALARM_TOPIC: topic.topicArn } }],
      repair: [movingWork(this, work), relay.redrive],
    };
    addOperators(this, { functions, stage, records: operatorFunctions, extras });
    acknowledgeExecutions(functions, machines);
    new BackupCopies(upkeep, "Backups", { table, keep });
    new MonthlyBudget(upkeep, "Budget", { stage, topic });
    requireTls(this);
    functions.reserve();
    functions.setEnvironment("BASE_URL", api.url);

    new CfnOutput(this, "AlarmTopic", {
      value: topic.topicArn,
      description: "The SNS topic to which every alarm publishes",
    });
    new CfnOutput(this, "ApiUrl", { value: api.url, description: "The URL of the API" });
    if (api.domain) {
      const { name, regionalDomainName } = api.domain;
      new CfnOutput(this, "DomainTarget", {
        value: `${name} CNAME ${regionalDomainName}`,
        description: "The DNS record that leads the domain to the API",
      });
    }
  }
}
