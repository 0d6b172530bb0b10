import type { RequestListener } from "node:http";
import { join } from "node:path";
import { Template } from "./base/template.ts";
import { faultHeader } from "./gateway/broken-code.ts";
import type { CloudOptions } from "./platform/cloud-options.ts";
import { FIRST_CALLS } from "./sources/assembly.ts";
import { Bundler } from "./sources/bundler.ts";
import { Bundles } from "./sources/bundles.ts";
import { followEdits } from "./sources/edits.ts";
import { CodeMistakes } from "./sources/mistakes.ts";
import { enginesOf } from "./wiring/engines.ts";
import { type Ground, prepare } from "./wiring/ground.ts";
import { type Platform, platformOf } from "./wiring/platform.ts";
import type { Seams } from "./wiring/seams.ts";
import { serveCloud } from "./wiring/serve-cloud.ts";

export type Cloud = {
  url: string;
  handle: RequestListener;
  /** Leaves out the runs of schedules that would find nothing. Call it between two instants. */
  skipIdle: (isSkipping: boolean) => void;
  /** The executions of state machines that have not ended. */
  waiting: () => string[];
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
  const follow = async () => {
    template = new Template(assemblyDir);
    for (const engine of cloud.engines) await engine.create?.(template);
    for (const engine of cloud.engines) engine.check?.(template);
    for (const engine of cloud.engines) engine.follow?.(template);
  };
  await during("Preparing the table and the queues", follow());
  /** The headers of all replies while the sources of the stack have a mistake. */
  let headers: Record<string, string> = {};
  serveCloud(ground, platform, { ...cloud, template: () => template }, () => headers);
  const behind = (reason?: string) => {
    headers = reason === undefined ? {} : faultHeader(`The former stack runs. ${reason}`);
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
  // An edit would have to wait for them.
  if (!editing) void bundles?.makeBeforehand(FIRST_CALLS);
  const { dataDir } = options;
  const edits = bundles && editing && followEdits({ dataDir, assemblyDir, bundles, ...reload });

  const stop = async () => {
    if (edits) edits();
    ground.server.close();
    ground.server.closeAllConnections();
    ground.agenda.stop();
    for (const engine of cloud.engines.toReversed()) await engine.stop?.();
    platform.endpoint.close();
    platform.record.stop();
    ground.stopClock();
  };
  const handle: RequestListener = (...exchange) => ground.server.emit("request", ...exchange);
  return {
    url,
    handle,
    skipIdle: (isSkipping) => cloud.scheduler.skipIdle(isSkipping),
    waiting: cloud.stepFunctions.waiting,
    stop,
  };
}

function sourcesOf({ options, assemblyDir, during }: Ground, { activity }: Platform) {
  const { dataDir } = options;
  const bundler = new Bundler(dataDir);
  const editing = options.watch && !options.assemblyDir;
  const linkInto = options.inspected ? join(dataDir, "inspected") : undefined;
  const mistakes = new CodeMistakes((text) => activity.mistake(text));
  const parts = { assemblyDir, bundler, during, mistakes, linkInto };
  return { editing, mistakes, bundles: options.assemblyDir ? undefined : new Bundles(parts) };
}
