import { plainName } from "./masking.ts";
import type { LiveSignup } from "./signup.ts";

const wordsOf = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** A receipt outlives its person's data, so an agent named like them is left out. */
export function declaredOf({ agent, partner_id, name = "", email }: LiveSignup) {
  const said = plainName(agent?.name);
  const personal = [...wordsOf(name), ...wordsOf(email.split("@")[0] ?? "")];
  const isPersonal = personal.some((word) => said.normalize("NFKD").toLowerCase().includes(word));
  return { agent: said === "" || isPersonal ? undefined : said, partner_id: partner_id ?? undefined };
}
