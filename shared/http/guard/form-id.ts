import { createHash, timingSafeEqual } from "node:crypto";
import { randomId } from "../../domain/item/ids.ts";

/** A token that proves where the form is from, a point, and its page's one-time id. */
const FORM_TOKEN_FIELD = "form_token";

export const formFieldOf = (token: string, id: string) => ({ [FORM_TOKEN_FIELD]: `${token}.${id}` });

type Form = Readonly<Record<string, string>>;

export const tokenIn = (form: Form): string => form[FORM_TOKEN_FIELD]?.split(".")[0] ?? "";

/** Empty: the form has no id. */
export const formIdIn = (form: Form): string =>
  /^[^.]*\.([0-9a-z]{12}\.[\w-]{16})$/.exec(form[FORM_TOKEN_FIELD] ?? "")?.[1] ?? "";

/** `holder`: the browser and the member that the page is for. */
export function newFormId(holder: string): string {
  const random = randomId("").slice(0, 12);
  return `${random}.${markOf(holder, random)}`;
}

/** Whether a page for this browser and member had the id. Another site's page cannot know it. */
export function isFormIdOf(holder: string, id: string): boolean {
  const [random = "", mark = ""] = id.split(".");
  return isSame(markOf(holder, random), mark);
}

/** Compares in constant time. */
export function isSame(held: string, sent: string): boolean {
  const expected = Buffer.from(held);
  const other = Buffer.from(sent);
  return expected.length > 0 && expected.length === other.length && timingSafeEqual(expected, other);
}

const markOf = (holder: string, random: string) =>
  createHash("sha256").update(`form id\n${holder}\n${random}`).digest("base64url").slice(0, 16);
