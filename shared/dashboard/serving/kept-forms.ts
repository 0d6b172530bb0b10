import { hkdfSync } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import * as z from "zod/mini";
import { seal, unseal } from "../../crypto/sealed.ts";
import { MINUTE } from "../../domain/limit/window.ts";
import { formIdIn, isFormIdOf } from "../../http/guard/form-id.ts";
import { repeatable, type Sent } from "../../pages/layout/form.tsx";
import { cookieText, readCookie } from "./cookies.ts";

const Kept = z.object({
  page: z.string(),
  action: z.string(),
  id: z.string(),
  given: z.record(z.string(), z.string()),
});
type Kept = z.infer<typeof Kept>;

/** A person asks for a link, finds it in the mailbox and opens it. */
const KEPT_SECONDS = 30 * MINUTE;
/** Browsers refuse a cookie of more than 4,096 bytes. */
const MAX_CHARACTERS = 3_900;

/** Only the browser with this mark opens what it kept. */
const sealingKeyOf = (browser: string) =>
  [new Uint8Array(hkdfSync("sha256", browser, "", "kept form", 32))] as const;

export const holderOf = (browser: string, memberId: string): string => `${browser}\n${memberId}`;

/** What a person typed whose session ended. No secret field, and no long one if it grew too large. */
export function keptForm(
  event: APIGatewayProxyEventV2,
  { page, action, form }: { page: string; action: string; form: Readonly<Record<string, string>> },
): string[] {
  const browser = readCookie(event, "browser");
  if (browser === undefined) return [];
  const fields = Object.entries(repeatable(form)).sort(([, a], [, b]) => a.length - b.length);
  for (let kept = fields.length; kept > 0; kept--) {
    const typedFields = Object.fromEntries(fields.slice(0, kept));
    const text = JSON.stringify({ page, action, id: formIdIn(form), given: typedFields } satisfies Kept);
    const sealed = seal(text, "kept form", sealingKeyOf(browser));
    if (sealed.length <= MAX_CHARACTERS) return [cookieText("kept", sealed, KEPT_SECONDS)];
  }
  return [];
}

/**
 * The form that this member kept in this browser for this page. A form whose id the member's own pages did
 * not have is another site's or another member's, and is dropped.
 */
export function findKeptForm(
  event: APIGatewayProxyEventV2,
  { member_id }: { member_id: string },
  path: string,
): Sent | undefined {
  const browser = readCookie(event, "browser");
  const sealed = readCookie(event, "kept");
  if (browser === undefined || sealed === undefined) return undefined;
  const kept = opened(browser, sealed);
  if (kept?.page !== path || !isFormIdOf(holderOf(browser, member_id), kept.id)) return undefined;
  return { action: kept.action, given: kept.given, mistakes: {}, isKept: true };
}

function opened(browser: string, sealed: string): Kept | undefined {
  try {
    return Kept.safeParse(JSON.parse(unseal(sealed, "kept form", sealingKeyOf(browser)))).data;
  } catch {
    return undefined;
  }
}

export const dropKeptForm = (): string => cookieText("kept", "", 0);
