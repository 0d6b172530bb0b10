import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Activity } from "./activity/activity.ts";
import { ActivityFile } from "./activity/activity-file.ts";
import { ownLoopback } from "./base/loopback.ts";
import { Template } from "./base/template.ts";
import { control } from "./control/control.ts";
import { setPace } from "./control/pace.ts";
import { TimeMachine } from "./control/time-machine.ts";
import { DynamoDb } from "./dynamodb/dynamodb.ts";
import { eventSources } from "./event-sources/event-sources.ts";
import { faultHeader } from "./gateway/broken-code.ts";
import { Gateway } from "./gateway/gateway.ts";
import { listen, notReady } from "./gateway/listener.ts";
import { isOwnOrigin, refuseForeign } from "./gateway/own-origin.ts";
import { startLambda } from "./lambda/start-lambda.ts";
import { runtime } from "./lambda/threads.ts";
import { AwsEndpoint } from "./platform/aws-endpoint.ts";
import type { CloudOptions } from "./platform/cloud-options.ts";
import { Faults } from "./platform/faults.ts";
import { Iam } from "./platform/iam.ts";
import { Usage } from "./platform/usage.ts";
import { provideReferences } from "./references.ts";
import { Secrets } from "./secrets/secrets.ts";
import { Ses } from "./ses/ses.ts";
import { describer, synthesise } from "./sources/assembly.ts";
import { Bundler } from "./sources/bundler.ts";
import { Bundles } from "./sources/bundles.ts";
import { followEdits } from "./sources/edits.ts";
import { CodeMistakes } from "./sources/mistakes.ts";
import { showing } from "./sources/progress.ts";
import { Sqs } from "./sqs/sqs.ts";
import { Agenda } from "./time/agenda.ts";
import { installDate, keepClock, openClock } from "./time/clock.ts";
import { Scheduler } from "./timers/scheduler.ts";
import { StepFunctions } from "./timers/step-functions.ts";

export type Cloud = { url: string; stop: () => Promise<void> };

/** DynamoDB deletes expired items within a few days. A sweep reads the whole table. */
const SWEEP_EVERY_MS = 21_600_000;

/** Starts everything that the synthesised template describes. Resolves once it serves requests. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { dataDir, warn } = options;
  const clock = openClock(dataDir, options.timeScale);
  const host = ownLoopback();
  const database = DynamoDb.start(
    dataDir,
    () => options.broken("The database engine ended by itself, so the local cloud stops."),
    host,
  );
  const during = showing(options.progress);
  const [assemblyDir, program, dynamodb, server] = await Promise.all([
    options.assemblyDir ?? during("Synthesising the stack", synthesise(dataDir)),
    options.handlers === undefined ? runtime(dataDir) : undefined,
    during("Opening the database", database),
    listen(options.port),
  ]);
  const { skipTo, stop: stopClock } = keepClock(dataDir, clock, warn);
  installDate(clock);
  const agenda = new Agenda(clock);
  const sqs = new Sqs(dataDir, agenda);

  // The order matters from here on: each step resolves references that earlier steps provide.
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const faults = new Faults();
  const usage = new Usage();
  const record = new ActivityFile(dataDir, warn);
  const activity = new Activity(await describer(warn), [record.write, options.show], warn);
  const endpoint = new AwsEndpoint(faults, usage, activity, warn);
  await endpoint.listen(host);
  const secrets = new Secrets(dataDir);
  /** The template, once its tables, queues and secrets exist and its references resolve. */
  const prepared = async (): Promise<Template> => {
    const template = new Template(assemblyDir);
    await dynamodb.createTables(template);
    sqs.createQueues(template, endpoint.url);
    secrets.create(template);
    provideReferences(template, url);
    return template;
  };
  if (options.reset) await dynamodb.deleteTables(new Template(assemblyDir));
  let template = await during("Preparing the table and the queues", prepared());

  const iam = new Iam(template);
  endpoint.enforce(iam);
  // No template has these: the clock's speed, and that a delivery may use http and the loopback.
  const environment: Record<string, string> = {
    TIME_SCALE: String(options.timeScale),
    ...(!options.publicTargetsOnly && { LOCAL_TARGETS: "allow" }),
  };
  const bundler = new Bundler(dataDir);
  const editing = options.watch && !options.assemblyDir;
  const linkInto = options.inspected ? join(dataDir, "inspected") : undefined;
  const mistakes = new CodeMistakes((text) => activity.mistake(text));
  const made = { assemblyDir, bundler, during, mistakes, linkInto };
  const bundles = options.assemblyDir ? undefined : new Bundles(made);
  const functionParts = { assemblyDir, iam, endpoint, usage, activity, environment, clock, bundles };
  const lambda = await startLambda(template, options, { ...functionParts, runtime: program });
  const stepFunctions = new StepFunctions(template, lambda, iam, { clock, agenda, dataDir, warn });
  endpoint.add(dynamodb.tableService());
  endpoint.add(dynamodb.streamService(clock));
  endpoint.add(sqs.service());
  endpoint.add(stepFunctions.service());
  endpoint.add(secrets.service());
  const ses = new Ses(dataDir, template);
  endpoint.add(ses.service());

  const sourceParts = { lambda, endpoint, dynamodb, sqs, agenda, dataDir, warn };
  let sources = eventSources({ template, ...sourceParts });
  for (const source of sources) void source.run();
  let scheduler = new Scheduler(template, lambda, iam, agenda);
  scheduler.start();
  const sweep = () =>
    void dynamodb
      .sweepExpired(template, new Date())
      .catch((error: unknown) => warn(String(error)))
      .finally(() => agenda.at(Date.now() + SWEEP_EVERY_MS, sweep));
  sweep();
  const invocations = lambda.concurrency;
  const works = () =>
    [invocations, scheduler, stepFunctions, dynamodb, ...sources].map(({ underWay }) => underWay);
  const timeMachine = new TimeMachine({ clock, skipTo, agenda, works, invocations, stepFunctions });

  let gateway = new Gateway(template, lambda, iam, activity, options.inspected);
  const pace = (scale: number) => setPace({ clock, agenda, stepFunctions, lambda, environment }, scale);
  const times = { agenda, timeMachine, setPace: pace };
  const parts = { iam, faults, usage, sqs, dynamodb, ses, lambda, ...times, activity, dataDir };
  let local = control({ ...parts, scheduler });
  /** The headers of all replies while the sources of the stack have a mistake. */
  let behind: Record<string, string> = {};
  server.off("request", notReady);
  server.on("request", (request, response) => {
    for (const [name, text] of Object.entries(behind)) response.setHeader(name, text);
    const isLocal = request.url?.startsWith("/_local/");
    if (isLocal && !isOwnOrigin(request.headers, port)) return refuseForeign(response);
    const answer = isLocal ? local(request, response) : gateway.handle(request, response);
    answer.catch((error: unknown) => {
      warn(String(error));
      response.destroy();
    });
  });

  /** Runs a changed template on the same engines, so all state stays. After a failure, call it again. */
  const follow = async () => {
    const next = await prepared();
    iam.check(next);
    lambda.follow(next);
    iam.follow(next);
    stepFunctions.follow(next);
    ses.follow(next);
    gateway = new Gateway(next, lambda, iam, activity, options.inspected);
    const differs = (type: string) => !isDeepStrictEqual(template.ofType(type), next.ofType(type));
    if (differs("AWS::Lambda::EventSourceMapping")) {
      const others = eventSources({ template: next, ...sourceParts });
      for (const source of sources) source.stop();
      sources = others;
      for (const source of sources) void source.run();
    }
    if (differs("AWS::Scheduler::Schedule")) {
      const other = new Scheduler(next, lambda, iam, agenda);
      scheduler.stop();
      scheduler = other;
      scheduler.start();
    }
    local = control({ ...parts, scheduler });
    // Last, since the next call compares with what runs.
    template = next;
  };
  const setBehind = (reason?: string) => {
    behind = reason === undefined ? {} : faultHeader(`The former stack runs. ${reason}`);
  };
  const reload = { follow, lambda, mistakes, behind: setBehind, say: options.progress, warn };
  const edits = bundles && editing && followEdits({ dataDir, assemblyDir, bundles, ...reload });

  const stop = async () => {
    if (edits) edits();
    scheduler.stop();
    for (const source of sources) source.stop();
    server.close();
    server.closeAllConnections();
    agenda.stop();
    await Promise.all([stepFunctions.stop(), lambda.stop()]);
    sqs.stop();
    endpoint.close();
    await record.stop();
    dynamodb.stop();
    stopClock();
  };
  return { url, stop };
}
