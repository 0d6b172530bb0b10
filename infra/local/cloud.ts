import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Activity, type ActivityEntry } from "./activity/activity.ts";
import { ActivityFile } from "./activity/activity-file.ts";
import { describer, synthesise } from "./assembly.ts";
import { AwsEndpoint } from "./aws-endpoint.ts";
import { control } from "./control.ts";
import { DynamoDb } from "./dynamodb/dynamodb.ts";
import { StartupFailure } from "./failure.ts";
import { Faults } from "./faults.ts";
import { Gateway } from "./gateway/gateway.ts";
import { Iam } from "./iam.ts";
import { eventSources } from "./lambda/event-sources.ts";
import { Lambda, runtime } from "./lambda/lambda.ts";
import { isOwnOrigin, refuseForeign } from "./own-origin.ts";
import { ownLoopback } from "./ports.ts";
import { Secrets } from "./secrets.ts";
import { Seeds } from "./seeded-random.ts";
import { Ses } from "./ses.ts";
import { Sqs } from "./sqs/sqs.ts";
import { ACCOUNT, Template } from "./template.ts";
import { Agenda } from "./timers/agenda.ts";
import { installDate, keepClock, openClock } from "./timers/clock.ts";
import { Scheduler } from "./timers/scheduler.ts";
import { StepFunctions } from "./timers/step-functions.ts";
import { TimeMachine } from "./timers/time-machine.ts";
import { Usage } from "./usage.ts";

export type CloudOptions = {
  port: number;
  dataDir: string;
  timeScale: number;
  freshEnvironments: boolean;
  /** How many functions may run at the same time, as the account's limit on AWS. */
  accountConcurrency: number;
  /** How many idle Lambda environments stay in memory. */
  environmentsKept: number;
  seed?: number | undefined;
  /** Functions may deliver to public addresses only, and not to this machine. */
  publicTargetsOnly: boolean;
  /** An assembly to run. Absent: synthesise one. */
  assemblyDir?: string | undefined;
  /** Says what takes long, on the terminal. */
  progress: (message: string) => void;
  /** Shows a message on the terminal. */
  warn: (message: string) => void;
  /** Shows what happens. */
  show: (entry: ActivityEntry) => void;
  /** An engine ended by itself, so nothing works any more. */
  broken: (message: string) => void;
};

export type Cloud = { url: string; stop: () => Promise<void> };

const SWEEP_EVERY_MS = 60_000;

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
  const [assemblyDir, program, dynamodb, server] = await Promise.all([
    options.assemblyDir ?? synthesise(dataDir, () => options.progress("Bundling the functions...")),
    runtime(),
    database,
    listen(options.port),
  ]);
  const stopClock = keepClock(dataDir, clock, warn);
  installDate(clock);
  const agenda = new Agenda(clock);
  const sqs = new Sqs(dataDir, agenda);

  // The order matters from here on: each step resolves references that earlier steps provide.
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const template = new Template(assemblyDir);
  const faults = new Faults();
  const usage = new Usage();
  const record = new ActivityFile(dataDir, warn);
  const activity = new Activity(await describer(warn), [record.write, options.show]);
  const endpoint = new AwsEndpoint(faults, usage, activity, warn);
  await endpoint.listen(host);
  await dynamodb.createTables(template);
  sqs.createQueues(template, endpoint.url);
  const secrets = new Secrets(dataDir);
  secrets.create(template);
  Ses.provideReferences(template);
  for (const id of template.ids("AWS::Logs::LogGroup")) {
    template.provide(id, { ref: id, Arn: `arn:aws:logs:us-east-1:${ACCOUNT}:log-group:${id}:*` });
  }
  for (const id of template.ids("AWS::IAM::Role")) {
    template.provide(id, { ref: id, Arn: `arn:aws:iam::${ACCOUNT}:role/${id}` });
  }
  Lambda.provideReferences(template);
  StepFunctions.provideReferences(template);
  Scheduler.provideReferences(template);
  Gateway.provideReferences(template, url);

  const iam = new Iam(template);
  endpoint.enforce(iam);
  // No template has these two settings: the speed of the clock, and that a delivery may use http and the
  // loopback.
  const environment: Record<string, string> = {
    TIME_SCALE: String(options.timeScale),
    ...(!options.publicTargetsOnly && { LOCAL_TARGETS: "allow" }),
  };
  const logsDir = join(dataDir, "logs");
  const lambda = new Lambda({
    ...options,
    seeds: new Seeds(options.seed),
    runtime: program,
    template,
    iam,
    endpoint,
    usage,
    activity,
    clock,
    logsDir,
    warn,
    environment,
  });
  const stepFunctions = new StepFunctions(template, lambda, iam, { clock, agenda, dataDir, warn });
  endpoint.add(dynamodb.tableService());
  endpoint.add(dynamodb.streamService(clock));
  endpoint.add(sqs.service());
  endpoint.add(stepFunctions.service());
  endpoint.add(secrets.service());
  const ses = new Ses(dataDir);
  endpoint.add(ses.service());

  const sources = eventSources({ template, lambda, endpoint, dynamodb, sqs, dataDir, warn });
  for (const source of sources) void source.run();
  const scheduler = new Scheduler(template, lambda, iam, agenda);
  scheduler.start();
  const expire = () =>
    dynamodb.sweepExpired(template, new Date()).catch((error: unknown) => warn(String(error)));
  const sweep = setInterval(expire, SWEEP_EVERY_MS);
  const works = [
    () => (lambda.concurrency.running > 0 ? `${lambda.concurrency.running} invocations` : undefined),
    () => (scheduler.running > 0 ? "a schedule" : undefined),
    ...sources.map((source) => source.underWay),
  ];
  const settle = () => stepFunctions.settle();
  const timeMachine = new TimeMachine({ clock, agenda, works, settle, expire });

  const gateway = new Gateway(template, lambda, iam, activity);
  const local = control({ iam, faults, usage, sqs, dynamodb, ses, lambda, scheduler, timeMachine });
  server.off("request", notReady);
  server.on("request", (request, response) => {
    const isLocal = request.url?.startsWith("/_local/");
    if (isLocal && !isOwnOrigin(request.headers, port)) return refuseForeign(response);
    const answer = isLocal ? local(request, response) : gateway.handle(request, response);
    answer.catch((error: unknown) => {
      warn(String(error));
      response.destroy();
    });
  });

  const stop = async () => {
    clearInterval(sweep);
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

/** Answers from the first instant that the port is open, so a caller can poll for the end of the start. */
const notReady: RequestListener = (_, response) => {
  response
    .writeHead(503, { "content-type": "application/json", "retry-after": "1", connection: "close" })
    .end(JSON.stringify({ message: "The local cloud is starting. Try again in a second." }));
};

async function listen(port: number): Promise<Server> {
  const server = createServer(notReady);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE")
      throw new StartupFailure(`Port ${port} is in use. Choose another with --port.`);
    throw new StartupFailure(`Cannot listen on port ${port}: ${error.message}. Choose another with --port.`);
  });
  return server;
}
