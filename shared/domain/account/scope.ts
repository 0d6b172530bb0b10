import * as z from "zod/mini";

const resources = ["payments", "drivers", "earnings", "tax", "webhooks"] as const;

export type Scope = `${(typeof resources)[number]}:${"read" | "write"}`;

/** Read and write are separate scopes; neither includes the other. */
export const scopes = resources.flatMap((resource): Scope[] => [`${resource}:read`, `${resource}:write`]);

export const Scope = z.enum(scopes as [Scope, ...Scope[]]);

/** Parses a comma-separated list; undefined when an entry is not a scope. */
export function parseScopes(list: string): Scope[] | undefined {
  const parsed = z.array(Scope).safeParse(list.split(",").map((scope) => scope.trim()));
  return parsed.success ? [...new Set(parsed.data)] : undefined;
}
