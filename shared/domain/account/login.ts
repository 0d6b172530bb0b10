import * as z from "zod/mini";
import { randomId } from "../item/ids.ts";
import { Instant } from "../text/text.ts";
import { DAY, HOUR, MINUTE } from "../limit/window.ts";

/**
 * A request for an emailed link. `browser`: the SHA-256 of the cookie of the only browser that may use it.
 * `company`: the link registers it. `session`: it renews this session's proof. `contact`: in this session
 * only, it makes its address the account's contact instead of `from`.
 */
export const Login = z.object({
  login_id: z.string(),
  email: z.string(),
  browser: z.string(),
  company: z.optional(z.string()),
  /** The sandbox account whose key the person had. The company's account begins with it. */
  sandbox: z.optional(z.string()),
  /** The company's sandbox begins with samples. */
  sample: z.optional(z.literal("yes")),
  session: z.optional(z.string()),
  contact: z.optional(z.object({ account_id: z.string(), from: z.optional(z.string()) })),
  next: z.string(),
  created_at: Instant,
  expires_at: Instant,
  proof_hash: z.optional(z.string()),
  mailed_at: z.optional(Instant),
});
export type Login = z.infer<typeof Login>;

const LOGIN_SECONDS = 15 * MINUTE;
const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

export const linkExpiry = (now: Date): string => after(now, LOGIN_SECONDS);

export const waitExpiry = (now: Date): string => after(now, DAY);

export const contactChangeLimit = { count: 5, seconds: DAY } as const;

export const loginMailLimit = { count: 5, seconds: HOUR } as const;

/** What a stranger can cause. The rest is for the member's step-ups and known browsers. */
export const strangeMailLimit = { count: 3, seconds: HOUR } as const;

export const BROWSER_SECONDS = 90 * DAY;

export const newLogin = (
  of: Pick<Login, "email" | "browser" | "next"> &
    Partial<Pick<Login, "company" | "sandbox" | "sample" | "session" | "contact">>,
  now: Date,
): Login => ({
  login_id: randomId("lgn_"),
  ...of,
  created_at: now.toISOString(),
  expires_at: linkExpiry(now),
});

/** A path below the dashboard to open after signing in. Any other text is not followed. */
export const dashboardPath = (path: string | undefined): string =>
  path !== undefined && /^\/developers\/[a-z]+(\/[\w-]+){1,5}$/.test(path) ? path : "/developers/home/test";
