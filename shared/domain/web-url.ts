import * as z from "zod/mini";
import { text, WEB_URL_PATTERN } from "./text.ts";

/** The address of a website. */
export const WebUrl = text(200)
  .check(z.refine(isWebUrl, "an http or https URL such as `https://acme.example`"))
  .register(z.globalRegistry, { format: "uri", pattern: WEB_URL_PATTERN });

function isWebUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
