import { REGION, type Resource } from "../template.ts";

/** A function's name, such as `start-signup`: its construct's id in kebab case. */
export const nameOf = ({ id, metadata }: Pick<Resource, "id" | "metadata">): string =>
  kebab(metadata["aws:cdk:path"]?.split("/").at(-2) ?? id);

/** The environment variables that the template and Lambda set. */
export function environmentOf({
  id,
  properties,
}: Pick<Resource, "id" | "properties">): Record<string, string> {
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
