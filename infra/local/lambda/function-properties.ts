import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import { AT_BREAKPOINTS_MS } from "../base/ports.ts";
import { ACCOUNT, type Properties, REGION, type Resource } from "../base/template.ts";
import { roleId } from "../platform/iam.ts";
import type { FunctionOptions } from "./function-options.ts";

export type FunctionSettings = {
  /** The name that the template gives it. */
  ownName: string | undefined;
  role: string;
  accessKeyId: string;
  /** The name of its bundle. */
  bundle: string;
  /** The bundle's file that has the handler. */
  entry: string;
  memoryMb: number;
  timeoutMs: number;
  env: Record<string, string>;
  logStream: string;
};

/** What the template and the local cloud set for a function. */
export function functionSettings(resource: Resource, options: FunctionOptions): FunctionSettings {
  const { properties, metadata } = resource;
  const role = roleId(String(properties.Role));
  const accessKeyId = options.endpoint.credentialsFor(nameOf(resource), role);
  const { LogGroup = `/aws/lambda/${resource.id}` } = (properties.LoggingConfig ?? {}) as {
    LogGroup?: string;
  };
  const folder = join(options.assemblyDir, metadata["aws:asset:path"] ?? "");
  return {
    ownName: properties.FunctionName as string | undefined,
    role,
    accessKeyId,
    bundle: basename(folder),
    entry: entryIn(folder, resource),
    memoryMb: memoryOf(properties),
    timeoutMs: options.inspected ? AT_BREAKPOINTS_MS : Number(properties.Timeout ?? 3) * 1000,
    env: {
      ...environmentOf(resource),
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_ENDPOINT_URL: options.endpoint.url,
    },
    logStream: `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${LogGroup}:log-stream:local`,
  };
}

/** Lambda's default is 128 MB. */
const memoryOf = ({ MemorySize = 128 }: Properties): number => Number(MemorySize);

/** The module that the handler's name begins with. */
function entryIn(folder: string, { id, properties }: Resource): string {
  const [, module, name] = /^(.+)\.(\w+)$/.exec(String(properties.Handler)) ?? [];
  if (name !== "handler")
    throw new StartupFailure(
      `The handler of ${id} must be an export named "handler", such as index.handler.`,
    );
  const script = join(folder, `${module}.js`);
  return existsSync(script) ? script : join(folder, `${module}.mjs`);
}

/** A function's name, such as `start-signup`: its construct's id in kebab case. */
export const nameOf = ({ id, metadata }: Pick<Resource, "id" | "metadata">): string =>
  kebab(metadata["aws:cdk:path"]?.split("/").at(-2) ?? id);

/** The environment variables that the template and Lambda set. */
function environmentOf({ id, properties }: Pick<Resource, "id" | "properties">): Record<string, string> {
  const { Variables = {} } = (properties.Environment ?? {}) as { Variables?: Record<string, string> };
  return {
    ...Variables,
    AWS_REGION: REGION,
    AWS_LAMBDA_FUNCTION_NAME: id,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryOf(properties)),
    NODE_OPTIONS: "",
  };
}

const kebab = (id: string) =>
  id.replace(/(?<=[a-z0-9])[A-Z]|(?<=[a-z])\d/g, (start) => `-${start}`).toLowerCase();
