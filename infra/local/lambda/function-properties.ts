import { basename, join } from "node:path";
import { roleId } from "../iam.ts";
import { ACCOUNT, REGION, type Resource } from "../template.ts";
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

/** A day, so that a handler that waits at a breakpoint is not ended. */
export const AT_BREAKPOINTS_MS = 86_400_000;

/** What the template and the local cloud set for a function. */
export function functionSettings(resource: Resource, options: FunctionOptions): FunctionSettings {
  const { properties, metadata } = resource;
  const role = roleId(String(properties.Role));
  const accessKeyId = options.endpoint.credentialsFor(nameOf(resource), role);
  const { LogGroup } = properties.LoggingConfig as { LogGroup: string };
  const folder = join(options.assemblyDir, metadata["aws:asset:path"] ?? "");
  return {
    ownName: properties.FunctionName as string | undefined,
    role,
    accessKeyId,
    bundle: basename(folder),
    entry: join(folder, "index.mjs"),
    memoryMb: Number(properties.MemorySize),
    timeoutMs: options.inspected ? AT_BREAKPOINTS_MS : Number(properties.Timeout) * 1000,
    env: {
      ...environmentOf(resource),
      ...options.environment,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_ENDPOINT_URL: options.endpoint.url,
    },
    logStream: `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${LogGroup}:log-stream:local`,
  };
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
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
    NODE_OPTIONS: "",
  };
}

const kebab = (id: string) =>
  id.replace(/(?<=[a-z0-9])[A-Z]|(?<=[a-z])\d/g, (start) => `-${start}`).toLowerCase();
