import * as z from "zod/mini";

const resources = ["payments", "drivers", "earnings", "tax", "webhooks"] as const;

export type Scope = `${(typeof resources)[number]}:${"read" | "write"}`;

/** Reading and writing are told apart, and neither includes the other. */
export const scopes = resources.flatMap((resource): Scope[] => [`${resource}:read`, `${resource}:write`]);

export const Scope = z.enum(scopes as [Scope, ...Scope[]]);
