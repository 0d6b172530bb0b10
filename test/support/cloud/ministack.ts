import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  UpdateStackCommand,
} from "@aws-sdk/client-cloudformation";
import { eventually } from "../../../infra/local/test/support/eventually.ts";
import { type Json, send } from "../../../infra/local/test/support/http.ts";

/**
 * ministack emulates CloudFormation and the services below it. People outside this project wrote it, so it
 * has other opinions than the local cloud. Install it with `pip install ministack==1.5.33`. It checks no
 * permissions. When it updates a nested stack, it forgets the attributes of a resource that stays as it is.
 */
const PROGRAM = `
import ministack.services.cloudformation.provisioners as provisioners
from ministack.app import main
known = {}
update = provisioners._update_resource
provision = provisioners._provision_resource
def keep(kind, result):
    known[kind, result[0]] = result[1] or known.get((kind, result[0]), {})
    return result[0], known[kind, result[0]]
provisioners._provision_resource = lambda kind, *more: keep(kind, provision(kind, *more))
provisioners._update_resource = lambda kind, *more: keep(kind, update(kind, *more))
main()
`;
export const isInstalled = (() => {
  try {
    execFileSync("python3", ["-c", "import ministack"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
if (!isInstalled)
  process.stderr.write("Skipped: ministack is not installed (pip install ministack==1.5.33)\n");

const root = join(import.meta.dirname, "..", "..", "..");
const region = "us-east-1";
const account = "000000000000";
const BUCKET = `cdk-hnb659fds-assets-${account}-${region}`;
/** It has one source address for all callers, and answers slowly. */
const CONTEXT = {
  stage: "dev",
  limiterDeadlineMs: 8_000,
  rateLimitRanges: [{ name: "all", cidr: "127.0.0.0/8", factor: 1_000 }],
  // `cdk synth` sets these. They name the files of nested stacks.
  "aws:cdk:enable-path-metadata": true,
  "aws:cdk:enable-asset-metadata": true,
};
export const TIMEOUT_MS = 180_000;

const folder = mkdtempSync(join(tmpdir(), "ministack-"));
let program: ChildProcess | undefined;
let endpoint = "";
/** It finds an API by the host of a request. */
let host = "";
let cloudFormation: CloudFormationClient;

export function endMinistack(): void {
  program?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

/** A receiver of webhooks lives in this process, so a deployment must not hold it up. */
const ran = promisify(execFile);

const known = new Map<string, Promise<string>>();

/** The folder with what `cdk synth` makes of a project's folder, with the bundles that are deployed. */
function synthesised(project: string): Promise<string> {
  const template = known.get(project) ?? synthesisedNow(project);
  known.set(project, template);
  return template;
}

async function synthesisedNow(project: string): Promise<string> {
  const assembly = mkdtempSync(join(folder, "assembly-"));
  const env = {
    ...process.env,
    NODE_OPTIONS: "",
    CDK_OUTDIR: assembly,
    CDK_CONTEXT_JSON: JSON.stringify(CONTEXT),
    // `npm run synth` checks the template.
    CDK_VALIDATION: "false",
  };
  await ran(process.execPath, ["infra/stack/app.ts"], { cwd: project, env });
  return assembly;
}

/** Without what ministack lacks. Functions may call receivers of this machine, as on the local cloud. */
function deployable(template: Json): Json {
  for (const [id, { Type, Properties = {} }] of Object.entries<Json>(template.Resources)) {
    if (Type === "AWS::Lambda::Function") Properties.Environment.Variables.LOCAL_TARGETS = "allow";
    const isOfMath = Type === "AWS::CloudWatch::Alarm" && Properties.Metrics;
    if (ABSENT.has(Type) || isOfMath) delete template.Resources[id];
  }
  // Of CDK's bootstrap, which no emulator has.
  delete template.Rules;
  delete template.Parameters?.BootstrapVersion;
  return template;
}
const ABSENT = new Set(["AWS::CloudWatch::CompositeAlarm", "AWS::CloudWatch::Dashboard"]);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

async function startProgram(): Promise<void> {
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  const env = { ...process.env, GATEWAY_PORT: String(port), NODE_OPTIONS: "", TMPDIR: folder };
  program = spawn("python3", ["-c", PROGRAM], { env, stdio: "ignore" });
  await eventually(
    () =>
      send(`${endpoint}/_ministack/health`, {}).then(
        ({ status }) => status === 200,
        () => false,
      ),
    60_000,
  );
}

/** Puts each asset where the templates expect it, as `cdk deploy` does. Returns the stack's address. */
async function uploadAssets(assembly: string): Promise<string> {
  await send(`${endpoint}/${BUCKET}`, { method: "PUT" });
  const { files }: Json = readJson(join(assembly, `${StackName}.assets.json`));
  let stack = "";
  for (const { source, destinations } of Object.values<Json>(files)) {
    const [{ objectKey }] = Object.values<Json>(destinations);
    const path = join(assembly, source.path);
    if (source.path === `${StackName}.template.json`) stack = objectKey;
    const body = source.packaging === "zip" ? await zipped(path) : JSON.stringify(deployable(readJson(path)));
    const { status } = await send(`${endpoint}/${BUCKET}/${objectKey}`, { method: "PUT", body });
    if (status !== 200) throw new Error(`Uploading ${objectKey} got ${status}`);
  }
  return `${endpoint}/${BUCKET}/${stack}`;
}

const readJson = (path: string): Json => JSON.parse(readFileSync(path, "utf8"));

async function zipped(folderOfAsset: string): Promise<Buffer> {
  const zip = `${folderOfAsset}.zip`;
  await ran("python3", ["-m", "zipfile", "-c", zip, "."], { cwd: folderOfAsset });
  return readFileSync(zip);
}

const StackName = "PortableRoth-dev";

/**
 * Starts the program and creates the stack of the stage dev, or updates the stack that is there.
 * @param project the folder of another version; usually the present one
 */
export async function deployOnMinistack(project = root): Promise<void> {
  const isFirst = program === undefined;
  if (isFirst) await startProgram();
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  cloudFormation = new CloudFormationClient({ endpoint, region, credentials });
  const TemplateURL = await uploadAssets(await synthesised(project));
  const request = { StackName, TemplateURL, Capabilities: ["CAPABILITY_IAM" as const] };
  await cloudFormation.send(isFirst ? new CreateStackCommand(request) : new UpdateStackCommand(request));
  const stack = await eventually(async () => {
    const { Stacks: [described] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
    return /IN_PROGRESS$/.test(described?.StackStatus ?? "") ? undefined : described;
  }, TIMEOUT_MS);
  if (stack.StackStatus !== (isFirst ? "CREATE_COMPLETE" : "UPDATE_COMPLETE"))
    throw new Error(`${stack.StackStatus}: ${stack.StackStatusReason}`);
  const url = stack.Outputs?.find(({ OutputKey }) => OutputKey === "ApiUrl")?.OutputValue ?? "";
  host = new URL(url).host;
}

const STATEFUL = ["DynamoDB::Table", "SQS::Queue", "SecretsManager::Secret", "Logs::LogGroup"];

/** The physical ids of what has state, by logical id. */
export async function statefulOnMinistack(): Promise<Record<string, string | undefined>> {
  const { StackResources = [] } = await cloudFormation.send(new DescribeStackResourcesCommand({ StackName }));
  return Object.fromEntries(
    StackResources.filter(({ ResourceType = "" }) =>
      STATEFUL.includes(ResourceType.slice("AWS::".length)),
    ).map(({ LogicalResourceId = "", PhysicalResourceId }) => [LogicalResourceId, PhysicalResourceId]),
  );
}

export const callMinistack = (path: string, more: Json = {}) =>
  send(endpoint + path, { ...more, headers: { host, ...more.headers } });

/**
 * A key, made by the operators' code in this process: the emulator's STS has no JSON, which the function asks
 * for.
 */
export async function ministackKey(): Promise<string> {
  const { StackResources = [] } = await cloudFormation.send(new DescribeStackResourcesCommand({ StackName }));
  const table = StackResources.find(({ ResourceType }) => ResourceType === "AWS::DynamoDB::Table");
  Object.assign(process.env, {
    TABLE_NAME: table?.PhysicalResourceId,
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
  });
  const { createKeyRun } = await import("../../../shared/operators/keys.ts");
  const plan = await createKeyRun(
    { account: "ministack", test: true },
    { now: new Date(), reason: "", reveal: false },
  );
  if (!("act" in plan)) throw new Error("No key was planned");
  return (await plan.act()).message.split("\n")[0] ?? "";
}
