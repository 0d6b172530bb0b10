import * as z from "zod/mini";

/** Test and live data never mix: they are told apart by the key that a request carries. */
export const Mode = z.enum(["test", "live"]);
export type Mode = z.infer<typeof Mode>;

/** Whose an object is: an account, in one of its two modes. */
export type Owner = { readonly account_id: string; readonly mode: Mode };

/**
 * The owner as a part of keys. Every key of a partner's object is built with it, so that a request cannot even name an
 * object of another account or mode.
 */
export const ownerKey = ({ account_id, mode }: Owner): string => `${account_id}#${mode}`;

/** An object with its owner in one word, for what has no key of its own: timers and queues. */
export const addressOf = (owner: Owner, id: string): string => `${ownerKey(owner)}#${id}`;

export function parseAddress(address: string): { owner: Owner; id: string } {
  const [account_id = "", mode, id = ""] = address.split("#");
  return { owner: { account_id, mode: Mode.parse(mode) }, id };
}
