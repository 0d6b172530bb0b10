import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { build } from "esbuild";
import type { Activity, ActivityEntry } from "../activity/activity.ts";
import { ActivityReader } from "../activity/activity-reader.ts";
import { building } from "../base/building.ts";
import type { DynamoDb } from "../dynamodb/dynamodb.ts";
import type { Iam } from "../platform/iam.ts";
import { DESCRIBER } from "../sources/assembly.ts";
import type { Sqs } from "../sqs/sqs.ts";
import { loadKnowledge } from "./app-knowledge.ts";
import { traceAbout } from "./chain.ts";
import { sendLive } from "./live.ts";
import type { Trace } from "./shapes.ts";
import { timeOfStep, stepsOfDenials, stepsOfLogs } from "./timeline-steps.ts";
import { allItems, denialViews, itemsView, queueViews } from "./views.ts";

type Parts = { activity: Activity; iam: Iam; sqs: Sqs; dynamodb: DynamoDb; dataDir: string };

/** `npm run logs` shows the rest. */
const RECENT = 300;
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

const file = (name: string) => join(import.meta.dirname, name);

export class LocalConsole {
  readonly #parts: Parts;
  readonly #knowledge = loadKnowledge(DESCRIBER);
  #script: Promise<string> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  #entries = (): ActivityEntry[] => new ActivityReader(this.#parts.dataDir).next();

  async #traceAbout(about: string): Promise<Trace> {
    const { iam, dynamodb, activity, dataDir } = this.#parts;
    const entries = this.#entries();
    const knowledge = await this.#knowledge;
    const { steps } = traceAbout(about, entries, activity.calls.list(), knowledge);
    const stored = await knowledge.timelineIn(await allItems(dynamodb), about);
    if (stored === undefined) return { about, steps };
    const added = [...stepsOfLogs(steps, dataDir), ...stepsOfDenials(steps, denialViews(iam, knowledge))];
    const everything = [...stored, ...steps, ...added];
    return { about, steps: everything.sort((a, b) => timeOfStep(a) - timeOfStep(b)) };
  }

  async show(url: URL, response: ServerResponse): Promise<void> {
    const { iam, sqs, dynamodb, activity } = this.#parts;
    const path = url.pathname.slice("/_local/".length);
    const json = (value: unknown) => send(response, "application/json", JSON.stringify(value));
    const about = /^console\/traces\/([\w=-]{1,64})$/.exec(path)?.[1];
    if (about) return json(await this.#traceAbout(about));
    switch (path) {
      case "":
        return send(response, "text/html; charset=utf-8", readFileSync(file("page.html"), "utf8"));
      case "console/style.css":
        return send(response, "text/css; charset=utf-8", readFileSync(file("style.css"), "utf8"));
      case "console/script.js":
        this.#script ??= bundledScript();
        return send(response, "text/javascript; charset=utf-8", await this.#script);
      case "console/live":
        return sendLive(activity, response);
      case "console/recent":
        return json(this.#entries().slice(-RECENT));
      case "console/queues":
        return json(queueViews(sqs));
      case "console/items": {
        const { table = "", prefix = "" } = Object.fromEntries(url.searchParams);
        return json(await itemsView(dynamodb, table, prefix));
      }
      case "console/denials":
        return json(denialViews(iam, await this.#knowledge));
      default:
        response.writeHead(404, HEADERS).end();
    }
  }
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { ...HEADERS, "content-type": type }).end(text);
}

async function bundledScript(): Promise<string> {
  const options = { bundle: true, format: "iife", target: "es2022", write: false } as const;
  const entryPoints = [file("console.client.ts")];
  const { outputFiles } = await building(() => build({ ...options, entryPoints }));
  return outputFiles[0]?.text ?? "";
}
