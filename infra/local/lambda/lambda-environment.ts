import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { traceOf } from "../activity/trace.ts";
import { seededRandom } from "../base/seeded-random.ts";
import { type Anchor, installDate } from "../time/clock.ts";
import { callHandler, type Handler, thrownOf } from "./handler-call.ts";
import type { FromEnvironment, Job } from "./invocation.ts";
import { applyRuntimeRules } from "./runtime-rules.ts";

/** Enough for what an invocation logs. A flood stays in the log. */
const MAX_CHUNKS = 100;

type Settings = {
  bundle: string;
  handlerName: string;
  ownFolder: string;
  clock: Anchor;
  timeoutMs: number;
  seed: number | undefined;
};
const { bundle, handlerName, ownFolder, clock, timeoutMs, seed } = workerData as Settings;

// An import reads all exports. These three would load Node's WebSockets: a tenth of a start's CPU time.
const http = process.getBuiltinModule("node:http");
for (const name of ["WebSocket", "CloseEvent", "MessageEvent"]) Reflect.deleteProperty(http, name);

installDate(clock);
if (seed !== undefined) Math.random = seededRandom(seed);

/** What the present invocation wrote. The log itself arrives later than the outcome, on a port of its own. */
let written: string[] = [];
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]) => {
    if (written.length < MAX_CHUNKS) written.push(String(args[0]));
    return write(...args);
  };
}

applyRuntimeRules(bundle, ownFolder);
const loading: Promise<{ handler: Handler }> = import(pathToFileURL(bundle).href).then((loaded) => {
  const handler = loaded[handlerName] ?? loaded.default?.[handlerName];
  if (typeof handler !== "function") throw new Error(`${bundle} exports no function ${handlerName}.`);
  if (handler.length > 2)
    throw new Error(`${handlerName} takes a callback. On Node 24, Lambda has none: return a promise.`);
  return { handler };
});

const send = (message: FromEnvironment) => parentPort?.postMessage(message);

// If the bundle fails to load, each invocation reports the error too.
const reported = loading.then(
  () => send("ready"),
  (error: unknown) => send({ unloadable: thrownOf(error, presentRequest) }),
);
// Earlier, the port would keep an environment alive whose top-level await nothing can settle.
void reported.then(() => parentPort?.on("message", take));

function take(job: Job): void {
  written = [];
  shown = new WeakSet();
  presentRequest = job.requestId;
  void callHandler(loading, job, { variables: process.env, timeoutMs }, show).then((outcome) =>
    send({ outcome, written }),
  );
}

let presentRequest = "";
let shown = new WeakSet<Error>();

// A function publishes the errors that it answers for, since its log may not have their messages.
subscribe("lambda:fault", (message) => show((message as { error: unknown }).error));

const awsHost = process.env.AWS_ENDPOINT_URL && new URL(process.env.AWS_ENDPOINT_URL).host;

// Some clients of the SDK leave the trace header out, and the console joins each call to its request by it.
subscribe("http.client.request.created", (message) => {
  const { request } = message as { request: ClientRequest };
  if (request.getHeader("host") !== awsHost || request.headersSent) return;
  if (presentRequest !== "") request.setHeader("x-amzn-trace-id", traceOf(presentRequest));
});

/** Once a call: an error may be published and then thrown. A broken bundle throws one error at each call. */
function show(error: unknown): void {
  if (error instanceof Error) {
    if (shown.has(error)) return;
    shown.add(error);
  }
  send({ thrown: thrownOf(error, presentRequest) });
}
