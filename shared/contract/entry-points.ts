import { agentApi } from "./agent-api.ts";
import { serveCompanyMcpPage } from "./company-mcp.ts";
import { developerPages } from "./developers/developer-pages.ts";
import { serveMcpPage } from "./mcp.ts";
import { apiOf, type Operation, type PageRecord } from "./operation.ts";
import { platformApi } from "./platform-api.ts";
import { operatorFunctions, pages, timers, unknownRoute } from "./service.ts";
import { eventWorkers, railWorkers, webhookWorkers } from "./workers.ts";

type EntryPoint = { name: string; room: string };

/** The tags of the Platform API whose room has another name than the tag. */
const ROOMS: Readonly<Record<string, string>> = {
  Deliveries: "webhooks",
  Events: "webhooks",
  Description: "",
};

/** The room of an operation's entry point below `functions/`, and of its record below `shared/contract/`. */
export const roomOf = ({ path, tag }: Pick<Operation, "path" | "tag">): string => {
  if (apiOf({ path }) === "agent") return "agent";
  return ["platform", ROOMS[tag] ?? tag.toLowerCase().replace(" ", "-")].filter(Boolean).join("/");
};

const inRoom = (room: string, records: readonly { name: string }[]): EntryPoint[] =>
  records.map(({ name }) => ({ name, room }));

const elsewhere = new Set<PageRecord>([serveMcpPage, serveCompanyMcpPage, ...developerPages]);

/** Every Lambda function of the service. Each one's source is `functions/<room>/<name>.ts`. */
export const entryPoints: readonly EntryPoint[] = [
  ...[...agentApi, ...platformApi].map((operation) => ({ name: operation.name, room: roomOf(operation) })),
  ...inRoom("agent", [serveMcpPage]),
  ...inRoom("platform", [serveCompanyMcpPage]),
  ...inRoom("developers", developerPages),
  ...inRoom("pages", [...pages.filter((page) => !elsewhere.has(page)), unknownRoute]),
  ...inRoom("timers", timers),
  ...inRoom("operators", operatorFunctions),
  ...inRoom("events", Object.values(eventWorkers)),
  ...inRoom("webhooks", Object.values(webhookWorkers)),
  ...inRoom("rail", Object.values(railWorkers)),
];

export const sourceOf = ({ room, name }: EntryPoint): string => `functions/${room}/${name}.ts`;
