import * as z from "zod/mini";

/** Test and live data never mix. The request's API key decides the mode. */
export const Mode = z.enum(["test", "live"]);
export type Mode = z.infer<typeof Mode>;

export type Owner = { readonly account_id: string; readonly mode: Mode };

/**
 * The owner as part of a table key. Every key of an account's object contains it, so a request cannot name an
 * object of another account or mode.
 *
 * @example
 * ownerKey({ account_id: "acct_1", mode: "test" }); // => "acct_1#test"
 */
export const ownerKey = ({ account_id, mode }: Owner): string => `${account_id}#${mode}`;

/** Where a person's savings count together: with all accounts in live mode, and within one in test mode. */
export type SavingsScope = Owner | { readonly mode: "live" };

/** The flag that objects have in replies and in the data of events. */
export const Livemode = z.boolean().register(z.globalRegistry, { description: "In live mode." });

export const isLive = ({ mode }: Owner): boolean => mode === "live";

export const addressOf = (owner: Owner, id: string): string => `${ownerKey(owner)}#${id}`;

export function parseAddress(address: string): { owner: Owner; id: string } {
  const [account_id = "", mode, id = ""] = address.split("#");
  return { owner: { account_id, mode: Mode.parse(mode) }, id };
}
