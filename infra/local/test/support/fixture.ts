import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, Duration, Stack } from "aws-cdk-lib";
import { Architecture, Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { artifactsDir } from "./artifacts.ts";

export type Fixture = {
  stack: Stack;
  /** Adds a function. Its source, an ES module with a `handler`, can import installed packages. */
  add: (name: string, source: string, environment?: Record<string, string>) => LambdaFunction;
};

const folders: string[] = [];

/** Synthesises a small stack for one suite, so that no test depends on the service's stack. */
export function fixtureAssembly(build: (fixture: Fixture) => void): string {
  mkdirSync(artifactsDir, { recursive: true });
  const dir = mkdtempSync(join(artifactsDir, "fixture-"));
  folders.push(dir);
  const context = { "aws:cdk:enable-path-metadata": true, "aws:cdk:enable-asset-metadata": true };
  const app = new App({ outdir: join(dir, "cdk.out"), context });
  const stack = new Stack(app, "Fixture");
  const logGroup = new LogGroup(stack, "Logs");
  build({
    stack,
    add: (name, source, environment) => addFunction({ stack, dir, logGroup, name, source, environment }),
  });
  return app.synth().directory;
}

/** For `afterAll`: removes the synthesised stacks. */
export function removeFixtures(): void {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
}

type Parts = {
  stack: Stack;
  dir: string;
  logGroup: LogGroup;
  name: string;
  source: string;
  environment: Record<string, string> | undefined;
};

function addFunction({ stack, dir, logGroup, name, source, environment = {} }: Parts): LambdaFunction {
  const folder = join(dir, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "index.mjs"), source);
  const added = new LambdaFunction(stack, name, {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: "index.handler",
    code: Code.fromAsset(folder),
    memorySize: 512,
    timeout: Duration.seconds(10),
    logGroup,
    environment,
  });
  logGroup.grantWrite(added);
  return added;
}
