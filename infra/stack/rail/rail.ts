import { Duration, Names, type NestedStack, RemovalPolicy, Validations } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  StorageClass,
} from "aws-cdk-lib/aws-s3";
import { ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { Construct } from "constructs";
import { railWorkers } from "../../../shared/contract/workers.ts";
import { WRITER_SECONDS } from "../../../shared/domain/item/horizon.ts";
import { allow } from "../access/allow.ts";
import { keyStatements, stageKeyOf } from "../customer-key.ts";
import type { Functions } from "../operation-function.ts";
import { schedule } from "../schedule.ts";

type RailProps = { functions: Functions; upkeep: NestedStack; keep: boolean };

/** What each role may touch in the bucket. */
const OBJECTS = { "write-bank-files": ["outgoing/*"], "read-bank-files": ["incoming/*", "read/*"] };

/** Nacha asks an originator to keep its entries for six years, and a year may begin with a return. */
const KEPT = Duration.days(7 * 365);

/**
 * The bank's door of a stage with `rail`: the bucket that files leave and reach, and who may do what there.
 * `outgoing/` is for the bank to read, `incoming/` for it to write. A file that was read is in `read/`.
 */
export class Rail extends Construct {
  readonly bucket: Bucket;
  readonly #upkeep: NestedStack;

  constructor(scope: Construct, id: string, { functions, upkeep, keep }: RailProps) {
    super(scope, id);
    this.#upkeep = upkeep;
    const key = stageKeyOf(this);
    this.bucket = new Bucket(this, "Bucket", {
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key }
        : { encryption: BucketEncryption.KMS_MANAGED }),
      bucketKeyEnabled: true,
      versioned: true,
      enforceSSL: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      lifecycleRules: [
        {
          transitions: [
            { storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(90) },
          ],
          expiration: KEPT,
          noncurrentVersionExpiration: KEPT,
          abortIncompleteMultipartUploadAfter: Duration.days(7),
        },
      ],
      removalPolicy: keep ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    Validations.of(this.bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason: "CloudTrail's data events record who read an object, if the account wants that.",
    });
    const environment = { BANK_BUCKET: this.bucket.bucketName };
    const collect = functions.add(railWorkers.collectPayouts, { timeout: Duration.minutes(5) });
    const write = functions.add(railWorkers.writeBankFiles, {
      environment,
      timeout: Duration.minutes(5),
      statements: this.#allowing(["s3:PutObject"], "outgoing/*"),
    });
    const read = functions.add(railWorkers.readBankFiles, {
      environment,
      // It writes events, so it ends as early as all who do.
      timeout: Duration.seconds(WRITER_SECONDS),
      statements: [
        new PolicyStatement({
          actions: ["s3:ListBucket"],
          resources: [this.bucket.bucketArn],
          conditions: { StringEquals: { "s3:prefix": "incoming/" } },
        }),
        ...this.#allowing(["s3:GetObject", "s3:DeleteObject"], "incoming/*"),
        ...this.#allowing(["s3:PutObject"], "read/*"),
      ],
    });
    // The bucket is in the main stack, so CDK hands its ARN down as a parameter.
    const arn = `referenceto${Names.nodeUniqueId((this.bucket.node.defaultChild as CfnBucket).node)}Arn`;
    for (const [name, keys] of Object.entries(OBJECTS))
      for (const key of keys)
        Validations.of(functions.roleOf(name)).acknowledge({
          id: `AwsSolutions-IAM5[Resource::<${arn}>/${key}]`,
          reason: "The objects of a bank have names of the bank, and each folder has one purpose.",
        });
    this.#everyFiveMinutes("CollectPayouts", "Puts payouts into a file after each cut-off", collect);
    this.#everyFiveMinutes("WriteBankFiles", "Writes sealed files, and looks for a silent bank", write);
    this.#everyFiveMinutes("ReadBankFiles", "Reads what the bank has sent", read);
  }

  #allowing = (actions: string[], keys: string): PolicyStatement[] => [
    allow(actions, [this.bucket.arnForObjects(keys)]),
    ...keyStatements(this, "s3"),
  ];

  #everyFiveMinutes(id: string, description: string, target: LambdaFunction): void {
    schedule(this.#upkeep, id, {
      description,
      schedule: ScheduleExpression.rate(Duration.minutes(5)),
      target,
      // The next run does its work.
      retries: { attempts: 0, within: Duration.minutes(5) },
    });
  }
}
