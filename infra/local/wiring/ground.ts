import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ownLoopback } from "../base/loopback.ts";
import { noteUrl } from "../base/running.ts";
import { DynamoDb } from "../dynamodb/dynamodb.ts";
import { listen } from "../gateway/listener.ts";
import { runtime } from "../lambda/threads.ts";
import type { CloudOptions } from "../platform/cloud-options.ts";
import { synthesise } from "../sources/assembly.ts";
import { showing } from "../sources/progress.ts";
import { Agenda } from "../time/agenda.ts";
import { installDate, keepClock, openClock } from "../time/clock.ts";
import type { Seams } from "./seams.ts";

export type Ground = Awaited<ReturnType<typeof prepare>>;

/** What needs no template: the clock, the port, the database. What takes long runs at the same time. */
export async function prepare(options: CloudOptions, seams: Seams | undefined) {
  const { dataDir, warn } = options;
  const clock = openClock(dataDir, options.timeScale);
  const host = ownLoopback();
  const database = DynamoDb.start(
    dataDir,
    () => options.broken("The database engine ended by itself, so the local cloud stops."),
    host,
  );
  const during = showing(options.progress);
  const [assemblyDir, runsOn, dynamodb, server] = await Promise.all([
    options.assemblyDir ?? during("Synthesising the stack", synthesise(dataDir)),
    seams?.invoker ?? runtime(dataDir),
    during("Opening the database", database),
    seams?.simulator ? createServer() : listening(options),
  ]);
  const { skipTo, stop: stopClock } = keepClock(dataDir, clock, warn);
  installDate(clock);
  const times = { clock, agenda: new Agenda(clock), skipTo, stopClock };
  const url = seams?.simulator?.url ?? urlOf(server);
  const port = Number(new URL(url).port);
  return { options, seams, host, during, assemblyDir, runsOn, dynamodb, server, port, url, ...times };
}

/** Noted at once, so that a command can wait for the end of the start. */
async function listening({ port, dataDir }: CloudOptions) {
  const server = await listen(port);
  noteUrl(dataDir, urlOf(server));
  return server;
}

const urlOf = (server: Server): string => `http://localhost:${(server.address() as AddressInfo).port}`;
