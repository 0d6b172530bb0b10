import { AlarmEngine } from "../alarms/alarms.ts";
import { expiry } from "../dynamodb/expiry.ts";
import { EventSources } from "../event-sources/event-sources.ts";
import { Gateway } from "../gateway/gateway.ts";
import { startLambda } from "../lambda/start-lambda.ts";
import type { Engine } from "../platform/engine.ts";
import { S3 } from "../s3/s3.ts";
import { Secrets } from "../secrets/secrets.ts";
import { Ses } from "../ses/ses.ts";
import type { Bundles } from "../sources/bundles.ts";
import { queueMetrics } from "../sqs/queue-metrics.ts";
import { Sqs } from "../sqs/sqs.ts";
import { PretendBank } from "../bank/bank.ts";
import { Scheduler } from "../timers/scheduler.ts";
import { StepFunctions } from "../timers/step-functions.ts";
import type { Ground } from "./ground.ts";
import type { Platform } from "./platform.ts";

export type Engines = Awaited<ReturnType<typeof enginesOf>>;

/** An engine for each resource type, after those whose resources it uses. */
export async function enginesOf(ground: Ground, platform: Platform, bundles: Bundles | undefined) {
  const { options, seams, clock, agenda, assemblyDir, runsOn, dynamodb, url } = ground;
  const { iam, activity, endpoint, usage, metrics, environment } = platform;
  const { dataDir, warn } = options;
  const sqs = new Sqs(dataDir, agenda, endpoint.url);
  const secrets = new Secrets(dataDir);
  const ses = new Ses(dataDir);
  const s3 = new S3(dataDir);
  const parts = { assemblyDir, iam, endpoint, usage, metrics, activity, environment, clock, bundles };
  const lambda = await startLambda(options, { ...parts, runsOn });
  const timed = { functions: lambda, endpoint, agenda, metrics, dataDir, warn };
  const stepFunctions = new StepFunctions({ ...timed, iam });
  const expiring = expiry({ sweepExpired: dynamodb.sweepExpired, agenda, warn });
  const sources = new EventSources({ ...timed, queues: sqs, writes: dynamodb.writes });
  const scheduler = new Scheduler({ functions: lambda, iam }, agenda, [
    dynamodb.writes,
    sqs.changes,
    s3.changes,
  ]);
  const gateway = new Gateway({
    functions: lambda,
    iam,
    activity,
    metrics,
    url,
    isPatient: options.inspected,
  });
  endpoint.add(dynamodb.tableService());
  endpoint.add(dynamodb.streamService(clock));
  endpoint.add(secrets.service());
  for (const engine of [sqs, stepFunctions, ses, s3]) endpoint.add(engine.service());
  const sample = [queueMetrics(sqs, metrics, sources.reads), sources.sample];
  const { leftOut } = scheduler;
  const alarms = new AlarmEngine({ metrics, activity, sample, leftOut, mail: ses.receive, dataDir, warn });
  // A simulator decides what is looked at.
  if (!seams?.simulator) agenda.before = alarms.observe;
  const stores = [dynamodb, sqs, secrets, ses, s3];
  const bank = options.bank ? new PretendBank(s3, agenda) : undefined;
  const engines: Engine[] = [
    ...stores,
    iam,
    lambda,
    stepFunctions,
    expiring,
    sources,
    scheduler,
    gateway,
    alarms,
    ...(bank ? [bank] : []),
  ];
  return {
    alarms,
    bank,
    sources,
    engines,
    dynamodb,
    sqs,
    s3,
    ses,
    lambda,
    stepFunctions,
    scheduler,
    gateway,
  };
}
