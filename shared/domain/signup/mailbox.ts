import { sameEmail } from "../text/text.ts";

/**
 * So that limits and opt-outs hold for all its spellings: lower case, without `+tag`, at Gmail also without
 * dots. A signup belongs to its address. SES's simulator has a mailbox a label: else the third smoke test of
 * a day would get no email. Other spellings are mailboxes of their own, which the shares of networks limit:
 * the name before Yahoo's `-` is not the account's, and no list has the domains that take every name.
 */
export function mailboxOf(email: string): string {
  const address = sameEmail(email);
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (domain === "simulator.amazonses.com") return address;
  // A tag without a name before it is the name.
  const name = local.replace(/(?<=.)\+.*$/s, "");
  return GMAIL.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** Whether an address is its mailbox's own spelling: without a tag, and at Gmail also without dots. */
export const isPlainSpelling = (email: string): boolean => sameEmail(email) === mailboxOf(email);

const GMAIL = new Set(["gmail.com", "googlemail.com"]);
