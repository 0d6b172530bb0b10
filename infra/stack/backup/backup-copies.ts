import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { stageKeyOf } from "../customer-key.ts";
import { stageSettingsOf } from "../settings/stage-settings.ts";
import type { ServiceTable } from "../table.ts";

/** As long as point-in-time recovery: receipts of erasures name it. */
const KEPT = Duration.days(35);

type BackupCopiesProps = { table: ServiceTable; keep: boolean };

/** A nightly backup, and its copy in another account, where no admin of this account can delete it. */
export class BackupCopies extends Construct {
  constructor(scope: Construct, id: string, { table, keep }: BackupCopiesProps) {
    super(scope, id);
    const { backupVaultArn } = stageSettingsOf(this);
    if (backupVaultArn === undefined) return;
    const key = stageKeyOf(this);
    const vault = new BackupVault(this, "Vault", {
      ...(key && { encryptionKey: key }),
      // AWS deletes no vault that has backups, so a stage that is deleted empties its vault first.
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const other = BackupVault.fromBackupVaultArn(this, "OtherVault", backupVaultArn);
    const plan = new BackupPlan(this, "Plan", { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: "EachNight",
        scheduleExpression: Schedule.cron({ hour: "3", minute: "0" }),
        deleteAfter: KEPT,
        copyActions: [{ destinationBackupVault: other, deleteAfter: KEPT }],
      }),
    );
    const policy = ManagedPolicy.fromAwsManagedPolicyName("service-role/AWSBackupServiceRolePolicyForBackup");
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("backup.amazonaws.com"),
      managedPolicies: [policy],
    });
    Validations.of(role).acknowledge({
      id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]",
      reason: "AWS Backup documents this policy alone, and its needs change with the service.",
    });
    plan.addSelection("Table", { resources: [BackupResource.fromDynamoDbTable(table)], role });
  }
}
