import * as z from "zod/mini";
import { brand } from "../domain/brand/brand.ts";
import { idForm } from "../domain/item/ids.ts";
import { SignupStatus } from "../domain/signup/signup.ts";

/** Shapes of several operations. Those of one are in its file, so that no function bundles another's. */
export const Url = z.url().register(z.globalRegistry, { format: "uri" });

export const signupIdExample = `${brand.idPrefix}_sgn_01j9z8v7w6x5y4t3s2r1q0p9n8`;

/** Published as a plain string: a new status would break clients generated from an enum. */
export const OpenStatus = z.string().register(z.globalRegistry, {
  description: "Open enumeration: values may be added, so tolerate unknown ones.",
  "x-extensible-enum": Object.keys(SignupStatus.def.entries),
});

export const SignupId = z
  .string()
  .check(z.regex(idForm(`${brand.idPrefix}_(sgn|test)_`), `a signup's id, \`${brand.idPrefix}_sgn_...\``));
