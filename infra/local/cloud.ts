import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Activity } from "./activity/activity.ts";
import { ActivityFile } from "./activity/activity-file.ts";
import { AlarmEngine } from "./alarms/alarms.ts";
import { ownLoopback } from "./base/loopback.ts";
import { Template } from "./base/template.ts";
import { control } from "./control/control.ts";
import { setPace } from "./control/pace.ts";
import { TimeMachine } from "./control/time-machine.ts";
import { admitted } from "./dynamodb/admission.ts";
import { DynamoDb } from "./dynamodb/dynamodb.ts";
import { expiry } from "./dynamodb/expiry.ts";
import { EventSources } from "./event-sources/event-sources.ts";
import { faultHeader } from "./gateway/broken-code.ts";
import { Gateway } from "./gateway/gateway.ts";
import { listen, notReady } from "./gateway/listener.ts";
import { isOwnOrigin, refuseForeign } from "./gateway/own-origin.ts";
import { startLambda } from "./lambda/start-lambda.ts";
import { runtime } from "./lambda/threads.ts";
import { AwsEndpoint } from "./platform/aws-endpoint.ts";
import type { CloudOptions } from "./platform/cloud-options.ts";
import type { Engine } from "./platform/engine.ts";
import { Faults } from "./platform/faults.ts";
import { Iam } from "./platform/iam.ts";
import { limited } from "./platform/limited.ts";
import { WatchedMetrics } from "./platform/metrics.ts";
import { Usage } from "./platform/usage.ts";
import { QuotaTwin } from "./quotas/twin.ts";
import { Secrets } from "./secrets/secrets.ts";
import { Ses } from "./ses/ses.ts";
import { describer, synthesise } from "./sources/assembly.ts";
import { Bundler } from "./sources/bundler.ts";
import { Bundles } from "./sources/bundles.ts";
import { followEdits } from "./sources/edits.ts";
import { CodeMistakes } from "./sources/mistakes.ts";
import { showing } from "./sources/progress.ts";
import { queueMetrics } from "./sqs/queue-metrics.ts";
import type { Seams } from "./seams.ts";
import { Sqs } from "./sqs/sqs.ts";
import { Agenda } from "./time/agenda.ts";
import { installDate, keepClock, openClock } from "./time/clock.ts";
import { Scheduler } from "./timers/scheduler.ts";
import { StepFunctions } from "./timers/step-functions.ts";

export type Cloud = {
  url: string;
  handle: RequestListener;
  /** Leaves out the runs of schedules that would find nothing. Call it between two instants. */
  skipIdle: (isSkipping: boolean) => void;
  stop: () => Promise<void>;
};

/** Starts everything that the synthesised template describes. Resolves once it serves requests. */
export async function startCloud(options: CloudOptions, seams?: Seams): Promise<Cloud> {
  const ground = await prepare(options, seams);
  const platform = await platformOf(ground);
  const sources = sourcesOf(ground, platform);
  const cloud = await enginesOf(ground, platform, sources.bundles);
  const { during, assemblyDir, url } = ground;
  if (options.reset) await ground.dynamodb.deleteTables(new Template(assemblyDir));

  let template = new Template(assemblyDir);
  const create = async () => {
    template = new Template(assemblyDir);
    for (const engine of cloud.engines) await engine.create?.(template);
  };
  const run = () => {
    for (const engine of cloud.engines) engine.check?.(template);
    for (const engine of cloud.engines) engine.follow?.(template);
  };
  await during("Preparing the table and the queues", create());
  run();
  /** The headers of all replies while the sources of the stack have a mistake. */
  let headers: Record<string, string> = {};
  serve(ground, platform, { ...cloud, template: () => template }, () => headers);
  const behind = (reason?: string) => {
    headers = reason === undefined ? {} : faultHeader(`The former stack runs. ${reason}`);
  };

  const follow = async () => {
    await create();
    run();
  };
  const { bundles, editing, mistakes } = sources;
  const reload = {
    follow,
    lambda: cloud.lambda,
    mistakes,
    behind,
    say: options.progress,
    warn: options.warn,
  };
  const { dataDir } = options;
  const edits = bundles && editing && followEdits({ dataDir, assemblyDir, bundles, ...reload });

  const stop = async () => {
    if (edits) edits();
    ground.server.close();
    ground.server.closeAllConnections();
    ground.agenda.stop();
    for (const engine of cloud.engines.toReversed()) await engine.stop?.();
    platform.endpoint.close();
    await platform.record.stop();
    ground.stopClock();
  };
  const handle: RequestListener = (...asked) => ground.server.emit("request", ...asked);
  return { url, handle, skipIdle: (is) => cloud.scheduler.skipIdle(is), stop };
}

type Ground = Awaited<ReturnType<typeof prepare>>;
type Platform = Awaited<ReturnType<typeof platformOf>>;
type Engines = Awaited<ReturnType<typeof enginesOf>> & { template: () => Template };

/** What needs no template: the clock, the port, the database. What takes long runs at the same time. */
async function prepare(options: CloudOptions, seams: Seams | undefined) {
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
    seams ? createServer() : listen(options.port),
  ]);
  const { skipTo, stop: stopClock } = keepClock(dataDir, clock, warn);
  installDate(clock);
  const { port } = seams ? { port: Number(new URL(seams.url).port) } : (server.address() as AddressInfo);
  const times = { clock, agenda: new Agenda(clock), skipTo, stopClock };
  const url = seams?.url ?? `http://localhost:${port}`;
  return { options, seams, host, during, assemblyDir, program, dynamodb, server, port, url, ...times };
}

async function platformOf({ options, seams, host }: Ground) {
  const { dataDir, warn } = options;
  const [iam, faults, usage, metrics] = [new Iam(), new Faults(), new Usage(), new WatchedMetrics()];
  const record = new ActivityFile(dataDir, warn);
  const activity = new Activity(await describer(warn), [record.write, options.show], warn);
  const twin = options.quotas && new QuotaTwin(options.quotas, (reached) => activity.quota(reached));
  const endpoint = new AwsEndpoint({ iam, faults, usage, activity, refused: warn });
  await endpoint.listen(host);
  if (seams) endpoint.call = seams.calls(endpoint.call.bind(endpoint));
  // No template has these: the clock's speed, and that a delivery may use http and the loopback.
  const environment: Record<string, string> = {
    TIME_SCALE: String(options.timeScale),
    ...(!options.publicTargetsOnly && { LOCAL_TARGETS: "allow" }),
  };
  return { iam, faults, usage, metrics, record, activity, endpoint, environment, twin };
}

function sourcesOf({ options, assemblyDir, during }: Ground, { activity }: Platform) {
  const { dataDir } = options;
  const bundler = new Bundler(dataDir);
  const editing = options.watch && !options.assemblyDir;
  const linkInto = options.inspected ? join(dataDir, "inspected") : undefined;
  const mistakes = new CodeMistakes((text) => activity.mistake(text));
  const made = { assemblyDir, bundler, during, mistakes, linkInto };
  return { editing, mistakes, bundles: options.assemblyDir ? undefined : new Bundles(made) };
}

async function enginesOf(ground: Ground, platform: Platform, bundles: Bundles | undefined) {
  const { options, seams, clock, agenda, assemblyDir, dynamodb, url } = ground;
  const { iam, activity, endpoint, usage, metrics, environment, twin } = platform;
  const { dataDir, warn } = options;
  const sqs = new Sqs(dataDir, agenda, endpoint.url);
  const [secrets, ses] = [new Secrets(dataDir), new Ses(dataDir)];
  const parts = { assemblyDir, iam, endpoint, usage, metrics, activity, environment, clock, bundles, twin };
  const lambda = await startLambda(options, { ...parts, runtime: ground.program, wrap: seams?.invoker });
  const timed = { functions: lambda, endpoint, agenda, metrics, dataDir, warn, twin };
  const machines = { ...timed, iam, clock };
  const stepFunctions = seams?.machines(machines) ?? new StepFunctions(machines);
  const expiring = expiry({ sweepExpired: dynamodb.sweepExpired, agenda, warn });
  const sources = new EventSources({ ...timed, queues: sqs, writes: dynamodb.writes });
  const scheduler = new Scheduler({ functions: lambda, iam }, agenda, [dynamodb.writes, sqs.changes]);
  const gateway = new Gateway({
    functions: lambda,
    iam,
    activity,
    metrics,
    url,
    isPatient: options.inspected,
    twin,
  });
  const tables = dynamodb.tableService();
  endpoint.add(twin ? admitted(tables, twin) : tables);
  endpoint.add(dynamodb.streamService(clock));
  endpoint.add(secrets.service());
  for (const engine of [sqs, stepFunctions, ses])
    endpoint.add(twin && engine.demands ? limited(engine.service(), twin, engine.demands) : engine.service());
  const sample = [queueMetrics(sqs, metrics, sources.reads), sources.sample];
  const { leftOut } = scheduler;
  const alarms = new AlarmEngine({ metrics, activity, sample, leftOut, mail: ses.receive, dataDir });
  // A simulator decides what is looked at.
  if (!seams) agenda.before = alarms.observe;
  const stores = [dynamodb, sqs, secrets, ses];
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
  ];
  return { alarms, sources, engines, dynamodb, sqs, ses, lambda, stepFunctions, scheduler, gateway };
}

function serve(ground: Ground, platform: Platform, cloud: Engines, headers: () => Record<string, string>) {
  const { options, server, port, clock, agenda, skipTo } = ground;
  const { lambda, stepFunctions, scheduler, gateway, engines } = cloud;
  const works = () => engines.map((engine) => () => engine.underWay?.());
  const invocations = lambda.concurrency;
  const resting = { works, invocations, stepFunctions, scheduler };
  const timeMachine = new TimeMachine({ clock, skipTo, agenda, ...resting });
  const paced = { clock, agenda, stepFunctions, lambda, environment: platform.environment };
  const times = { agenda, timeMachine, setPace: (scale: number) => setPace(paced, scale) };
  const local = control({ ...platform, ...cloud, ...times, dataDir: options.dataDir });
  server.off("request", notReady);
  server.on("request", (request, response) => {
    for (const [name, text] of Object.entries(headers())) response.setHeader(name, text);
    const isLocal = request.url?.startsWith("/_local/");
    if (isLocal && !isOwnOrigin(request.headers, port)) return refuseForeign(response);
    const answer = isLocal ? local(request, response) : gateway.handle(request, response);
    answer.catch((error: unknown) => {
      options.warn(String(error));
      response.destroy();
    });
  });
}
