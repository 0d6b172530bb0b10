import * as z from "zod/mini";

const resources = ["payments", "drivers", "earnings", "tax", "webhooks"] as const;

/** `payments:propose` moves no money, and includes what a proposer reads. */
export type Scope = `${(typeof resources)[number]}:${"read" | "write"}` | "payments:propose";

/** Read and write are separate scopes; neither includes the other. */
export const scopes = resources.flatMap((resource): Scope[] => [
  `${resource}:read` as const,
  `${resource}:write` as const,
  ...(resource === "payments" ? (["payments:propose"] as const) : []),
]);

const readByProposers: readonly Scope[] = ["payments:read", "drivers:read"];

export const includesScope = (granted: readonly Scope[], scope: Scope): boolean =>
  granted.includes(scope) || (granted.includes("payments:propose") && readByProposers.includes(scope));

export const Scope = z.enum(scopes as [Scope, ...Scope[]]);

/** Parses a comma-separated list; undefined when an entry is not a scope. */
export function parseScopes(list: string): Scope[] | undefined {
  const parsed = z.array(Scope).safeParse(list.split(",").map((scope) => scope.trim()));
  return parsed.success ? [...new Set(parsed.data)] : undefined;
}
