import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { agentApi } from "../../../shared/contract/agent-api.ts";
import { entryPoints, sourceOf } from "../../../shared/contract/entry-points.ts";
import { openapiTexts } from "../../../shared/contract/openapi/openapi-texts.ts";
import { platformApi } from "../../../shared/contract/platform-api.ts";
import { timers } from "../../../shared/contract/service.ts";
import { bundlerSettings } from "../../stack/bundle.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const fileHere = (file: string) => join(import.meta.dirname, file);

/** The functions that the fake runs: both APIs, the driver's consent, the timers and the queues' readers. */
const NAMES = new Set([
  ...[...agentApi, ...platformApi, ...timers].map(({ name }) => name),
  "show-consent",
  "answer-consent",
  "open-tax-document",
  "unknown-route",
  "fan-out-event",
  "deliver-webhook",
  "sweep-deliveries",
  "start-tax-walks",
  "walk-tax-events",
  "make-payouts",
  "settle-payout",
]);

const sdk = ["client-dynamodb", "lib-dynamodb", "util-dynamodb", "client-sqs", "client-secrets-manager"];

/** Not by aliases: the bytes would depend on the way by which esbuild meets a file first. */
const inMemory: Plugin = {
  name: "in-memory",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\/expressions\.ts$/ }, () => ({ path: fileHere("memory-expressions.ts") }));
    onResolve({ filter: /\/horizon\.ts$/ }, () => ({ path: fileHere("memory-horizon.ts") }));
    onResolve({ filter: /\/form-1099-pdf\.ts$/ }, () => ({ path: fileHere("one-page-pdf.ts") }));
    // The letters of all scripts have half a megabyte.
    onLoad({ filter: /any-ascii/ }, () => ({ contents: 'export default (text) => text.normalize("NFKD")' }));
  },
};

const PAGE_TEXTS = ["STYLESHEET", "STYLESHEET_PATH", "PREVIEW_IMAGE", "PREVIEW_IMAGE_PATH"];

const ADDRESS = "https://address-of-the-deployment.invalid";
const packed = (text: string) => JSON.stringify(brotliCompressSync(text).toString("base64"));

/** Bundles the fake into one file without dependencies. Pages have no style there. */
async function packFake(outfile: string): Promise<void> {
  const loaders = entryPoints
    .filter(({ name }) => NAMES.has(name))
    .map((entryPoint) => `${JSON.stringify(entryPoint.name)}: () => import("./${sourceOf(entryPoint)}")`);
  const texts = openapiTexts(ADDRESS);
  await build({
    ...bundlerSettings,
    absWorkingDir: root,
    stdin: {
      contents: `import { fake } from "./infra/clients/fake/fake.ts";
export const runFake = (args) => fake(args, { ${loaders} });`,
      resolveDir: root,
    },
    outfile,
    target: "node20",
    plugins: [inMemory],
    alias: Object.fromEntries([
      ...sdk.map((name) => [`@aws-sdk/${name}`, fileHere("memory-sdk.ts")]),
      ...["logger", "metrics"].map((name) => [`@aws-lambda-powertools/${name}`, fileHere("stand-ins.ts")]),
    ]),
    define: {
      ...Object.fromEntries(PAGE_TEXTS.map((name) => [name, '""'])),
      AGENT_OPENAPI: packed(texts.agent),
      PLATFORM_OPENAPI: packed(texts.platform),
      // It has no live mode.
      "process.env.BANK_TERMS": '""',
      BUILT_ADDRESS: JSON.stringify(ADDRESS),
    },
  });
}

await packFake(process.argv[2] ?? "");
