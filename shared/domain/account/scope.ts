import * as z from "zod/mini";

const resources = ["payments", "drivers", "earnings", "tax", "webhooks"] as const;

export type Scope = `${(typeof resources)[number]}:${"read" | "write"}`;

/** Reading and writing are told apart, and neither includes the other. */
export const scopes = resources.flatMap((resource): Scope[] => [`${resource}:read`, `${resource}:write`]);

export const Scope = z.enum(scopes as [Scope, ...Scope[]]);

/** A list with commas, or undefined when one of them is no scope. */
export function parseScopes(list: string): Scope[] | undefined {
  const parsed = z.array(Scope).safeParse(list.split(",").map((scope) => scope.trim()));
  return parsed.success ? [...new Set(parsed.data)] : undefined;
}
