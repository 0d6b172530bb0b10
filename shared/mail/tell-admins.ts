import { adminsToTell, hasSignedIn, type Member } from "../domain/account/member.ts";
import { listMembers } from "../store/account/members.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { deliverMail, type EmailMessage } from "./deliver-mail.ts";
import { sendOnce } from "./send-once.ts";

type Outcome = "sent" | "refused" | "suppressed" | "settled" | "no_address";

/** The account, and what its email is about: the id of an outbox entry or of a request. */
type About = { account_id: string; id: string };

/** Each once. A fault with one is thrown after the last. An account without a partner has no admins. */
export async function tellAdmins(
  { account_id, id }: About,
  email: EmailMessage,
  now: Date,
  deadline: AbortSignal,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  const faults: unknown[] = [];
  for (const admin of adminsToTell(await listMembers(account_id))) {
    await sendOnce(`${id}#${admin.member_id}`, now, () => tell(admin, email, deadline)).then(
      (outcome) => outcomes.push(outcome),
      (fault: unknown) => faults.push(fault),
    );
  }
  if (faults.length > 0) throw faults[0];
  return outcomes.find((outcome) => outcome === "sent") ?? outcomes[0] ?? "no_address";
}

/** A member who has signed in gets the email although the mailbox disowned a signup. */
async function tell(
  admin: Member,
  email: EmailMessage,
  deadline: AbortSignal,
): Promise<"sent" | "refused" | "suppressed"> {
  if (await isSuppressed(admin.email, { evenDisowned: hasSignedIn(admin) })) return "suppressed";
  return deliverMail(admin.email, email, deadline);
}
