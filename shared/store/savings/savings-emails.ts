import type { SavingsLink } from "../../domain/savings/agreement.ts";
import { DAY } from "../../domain/limit/window.ts";
import { countedWrite } from "../event/email-claims.ts";
import { keys } from "../keys/keys.ts";
import { type InLine, transactInLine } from "../share/waiting-emails.ts";
import { hashMailbox } from "../signup/mailboxes.ts";
import { countingWrite } from "../table/limits.ts";
import { transact } from "../table/table.ts";
import { savingsLinkWrite } from "./agreements.ts";

/** What a mailbox gets in a day: invitations of all partners, and emails about the person's own acts. */
const limits = {
  invited: { count: 3, seconds: DAY },
  acts: { count: 20, seconds: DAY },
} as const;

type Counted = { email: string; about: keyof typeof limits; line: InLine; isCounted: boolean };

/** `limited`: the mailbox had its emails of the day. `waits`: not its turn. */
export async function putSavingsLink(
  proofHash: string,
  link: SavingsLink,
  { email, about, line, isCounted }: Counted,
  now: Date,
): Promise<"added" | "limited" | "waits"> {
  const [mailbox] = await hashMailbox(email);
  const writes = {
    entry: isCounted ? undefined : countedWrite(line.entry_id, now),
    count: isCounted
      ? undefined
      : countingWrite(keys.limit(`savings-${about}`, mailbox), [limits[about]], now),
    link: savingsLinkWrite(proofHash, link, about === "acts", now),
  };
  const result =
    about === "invited" && !isCounted
      ? await transactInLine(line, writes, now)
      : ((await transact(writes)) ?? "done");
  if (result === "waits") return result;
  return result === "done" ? "added" : "limited";
}
