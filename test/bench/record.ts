import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { requestIdOf } from "../../infra/local/activity/trace.ts";
import type { Invoker } from "../../infra/local/lambda/invoker.ts";
import { agentApi } from "../../shared/contract/agent-api.ts";
import type { Operation } from "../../shared/contract/operation.ts";
import { commands, pages } from "../../shared/contract/service.ts";
import { assemblyDir } from "../support/cloud/bundles.ts";
import { Cloud } from "../support/cloud/cloud.ts";
import { type Simulator, startInProcess } from "../support/cloud/in-process.ts";
import { modern } from "../support/cloud/mcp.ts";
import { DashboardVisitor } from "../support/dashboard/dashboard.ts";
import { keyedRequests } from "../support/partner/keyed-requests.ts";
import { untilAllowed } from "../support/partner/platform.ts";
import { Tape } from "./stub.ts";

/** An invocation that succeeded: its event, its variables, and what AWS answered to it. */
export type Recorded = { event: unknown; env: Record<string, string>; tape: Tape; status?: number };

const isRefused = ({ status = 200 }: Pick<Recorded, "status">): boolean => status >= 400;

/** Makes the first calls of all functions, each in an environment of its own, and keeps one of each. */
export async function record(dataDir: string, stubUrl: string): Promise<Map<string, Recorded>> {
  const recorded = new Map<string, Recorded>();
  const tapes = new Map<string, Tape>();
  const calls: Simulator["calls"] = (perform) => async (accessKeyId, target, body, trace) => {
    const answer = await perform(accessKeyId, target, body, trace);
    if (answer !== "cut") tapes.get(requestIdOf(String(trace)) ?? "")?.record(target, body, answer);
    return answer;
  };
  const invoker = (real: Invoker): Invoker => ({
    add: (code) => real.add?.(code),
    turn: async () => real.turn?.(),
    stop: () => real.stop(),
    start: async (code, isWanted) => {
      const environment = await real.start(code, isWanted);
      if (!environment) return undefined;
      const used = Promise.withResolvers<void>();
      const { AWS_ENDPOINT_URL = "", ...variables } = code.settings.env;
      const env = JSON.parse(JSON.stringify(variables).replaceAll(AWS_ENDPOINT_URL, stubUrl));
      const run: typeof environment.run = async (job) => {
        const tape = new Tape();
        tapes.set(job.requestId, tape);
        const done = await environment.run(job);
        tapes.delete(job.requestId);
        used.resolve();
        const status = done.outcome.ok ? JSON.parse(done.outcome.payload)?.statusCode : 500;
        const former = recorded.get(code.name);
        if (!former || (isRefused(former) && !isRefused({ status })))
          recorded.set(code.name, { event: JSON.parse(job.payload), env, status, tape });
        return done;
      };
      return { ...environment, ended: used.promise, run };
    },
  });
  await withCloud(dataDir, { calls, invoker });
  return recorded;
}

/** Asks each function once at least, of a cloud at its usual pace. */
async function walk(cloud: Cloud): Promise<void> {
  await modern(cloud, "tools/list");
  // It lets a day pass, and later requests would name instants that are ahead of the probes' clock.
  const { "get-settlement": last, ...requests } = await keyedRequests(cloud);
  for (const each of [...Object.values(requests), last]) if (each) await untilAllowed(cloud, each.ask);
  for (const { method, path, bodyExample } of agentApi as readonly Operation[])
    await cloud.call(path, { method, json: bodyExample });
  const visitor = await new DashboardVisitor(cloud).signIn("Bench");
  for (const route of pages.flatMap(({ routes }) => routes)) {
    const [method = "", path = ""] = route.split(" ");
    await visitor.call(path.replace(/\{\w+\+?\}/g, "test"), { method });
  }
  await cloud.call("/nowhere");
  for (const { name } of commands) await cloud.command(name, {}).catch(() => {});
  await cloud.advance("2d");
}

async function withCloud(dataDir: string, seams: Omit<Simulator, "url">): Promise<void> {
  const server = createServer((...exchange) => cloud.handle(...exchange));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const cloud = await startInProcess({ dataDir }, { url, ...seams });
  await walk(new Cloud({ url, assembly: assemblyDir, dataDir, timeScale: 1, process: undefined }));
  await cloud.stop();
  server.close();
  server.closeAllConnections();
}
