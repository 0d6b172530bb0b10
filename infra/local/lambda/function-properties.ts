import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { StartupFailure } from "../base/failure.ts";
import { AT_BREAKPOINTS_MS } from "../base/ports.ts";
import { ACCOUNT, type Properties, REGION, type Resource } from "../base/template.ts";
import { roleId } from "../platform/iam.ts";
import type { FunctionOptions } from "./function-options.ts";

export type FunctionSettings = {
  ownName: string | undefined;
  role: string;
  accessKeyId: string;
  bundle: string;
  entry: string;
  handlerName: string;
  memoryMb: number;
  timeoutMs: number;
  env: Record<string, string>;
  logGroup: string;
  logStream: string;
};

export function functionSettings(resource: Resource, options: FunctionOptions): FunctionSettings {
  const { properties, metadata } = resource;
  const role = roleId(String(properties.Role));
  const accessKeyId = options.endpoint.credentialsFor(nameOf(resource), role);
  const { LogGroup = `/aws/lambda/${resource.id}` } = (properties.LoggingConfig ?? {}) as {
    LogGroup?: string;
  };
  requireNode(resource);
  const folder = join(options.assemblyDir, metadata["aws:asset:path"] ?? "");
  return {
    ownName: properties.FunctionName as string | undefined,
    role,
    accessKeyId,
    bundle: basename(folder),
    ...entryIn(folder, resource),
    memoryMb: memorySizeOf(properties),
    timeoutMs: options.inspected ? AT_BREAKPOINTS_MS : Number(properties.Timeout ?? 3) * 1000,
    env: {
      ...environmentOf(resource),
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_ENDPOINT_URL: options.endpoint.url,
    },
    logGroup: LogGroup,
    logStream: `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${LogGroup}:log-stream:local`,
  };
}

/** Lambda's default is 128 MB. */
const memorySizeOf = ({ MemorySize = 128 }: Properties): number => Number(MemorySize);

/** Refuses what would run in another way than on AWS. */
function requireNode({ id, properties }: Resource): void {
  const { Runtime, Layers = [] } = properties;
  if (!String(Runtime).startsWith("nodejs"))
    throw new StartupFailure(`The local cloud cannot run ${id} on ${Runtime ?? "an image"}. It runs Node.`);
  if ((Layers as unknown[]).length > 0)
    throw new StartupFailure(`The local cloud cannot run ${id} with layers. Bundle what they have.`);
}

function entryIn(folder: string, { id, properties }: Resource): { entry: string; handlerName: string } {
  const [, module, handlerName] = /^(.+)\.(\w+)$/.exec(String(properties.Handler)) ?? [];
  if (module === undefined || handlerName === undefined)
    throw new StartupFailure(`The handler of ${id} must be a file and its export, such as index.handler.`);
  const files = [".js", ".mjs", ".cjs"].map((ending) => join(folder, module + ending));
  return { entry: files.find(existsSync) ?? join(folder, `${module}.mjs`), handlerName };
}

export const nameOf = ({ id, metadata }: Pick<Resource, "id" | "metadata">): string =>
  kebab(metadata["aws:cdk:path"]?.split("/").at(-2) ?? id);

function environmentOf({ id, properties }: Pick<Resource, "id" | "properties">): Record<string, string> {
  const { Variables = {} } = (properties.Environment ?? {}) as { Variables?: Record<string, string> };
  return {
    ...Variables,
    AWS_REGION: REGION,
    AWS_LAMBDA_FUNCTION_NAME: id,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memorySizeOf(properties)),
    NODE_OPTIONS: "",
  };
}

const kebab = (id: string) =>
  id.replace(/(?<=[a-z0-9])[A-Z]|(?<=[a-z])\d/g, (start) => `-${start}`).toLowerCase();
