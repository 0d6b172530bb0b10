import * as z from "zod/mini";
import { text, WEB_URL_PATTERN } from "../text/text.ts";

const WEB_URL = new RegExp(WEB_URL_PATTERN);

/** The address of a website. */
export const WebUrl = text(200)
  .check(z.refine(isWebUrl, "an http or https URL in ASCII such as `https://acme.example`"))
  .register(z.globalRegistry, { maxLength: 200, format: "uri", pattern: WEB_URL_PATTERN });

function isWebUrl(value: string): boolean {
  return WEB_URL.test(value) && URL.canParse(value);
}
