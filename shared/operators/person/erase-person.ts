import type { erasePersonCommand } from "../../contract/operators/person-commands.ts";
import { maskedEmail } from "../../domain/signup/masking.ts";
import type { Signup } from "../../domain/signup/signup.ts";
import { deleteMember } from "../../store/account/members.ts";
import { deleteContact } from "../../store/account/partners.ts";
import { findSaver, personOf } from "../../store/savings/savers.ts";
import { deleteSignup } from "../../store/signup/erasures.ts";
import { hashMailbox } from "../../store/signup/mailboxes.ts";
import { findSignup } from "../../store/signup/signups.ts";
import { isSuppressed } from "../../store/signup/suppressions.ts";
import { deleteWaitlistEntry } from "../../store/signup/waitlist.ts";
import { findPerson, type TeamMember, type Person } from "./find-person.ts";
import { erasedLine, keptBackups, keptLine, type ReceiptLine } from "../erasure-lines.ts";
import { CommandProblem, type Run } from "../serve/command-run.ts";

export const erasePersonRun: Run<typeof erasePersonCommand> = async (
  { person: typed, lock = false },
  { now },
) => {
  const email = await emailOf(typed, now);
  if (email === undefined)
    return { ok: true, message: `Nothing is stored about ${typed}: it was erased, or it never existed` };
  const person = await findPerson(email, now);
  const { signup, waiting, partners, members } = person;
  const orphans = members.filter(isOnlyAdmin);
  if (orphans.length > 0 && !lock) throw new CommandProblem(wantsSuccessor(orphans));
  const isOpen = signup?.status === "account_opened";
  const parts = [
    ...(signup && !isOpen ? [`the signup ${signup.signup_id}`] : []),
    ...(waiting ? ["the waitlist entry"] : []),
    ...partners.map(({ partner_id }) => `the contact of the partner ${partner_id}`),
    ...members.map(
      (membership) =>
        `the member of the account ${membership.member.account_id}${isOnlyAdmin(membership) ? LOCKED : ""}`,
    ),
  ];
  const objects = [
    ...(signup ? [signup.signup_id] : []),
    ...partners.map(({ partner_id }) => partner_id),
    ...members.flatMap(({ member }) => [member.account_id, member.member_id]),
  ];
  const kept = await keptFor(email, isOpen ? signup : undefined);
  if (parts.length === 0)
    return { ok: true, message: `Nothing to erase for ${maskedEmail(email)}`, data: kept, objects };
  return {
    objects,
    will: `For ${maskedEmail(email)}, these would be erased: ${parts.join(", ")}`,
    act: async () => {
      const erased = await eraseParts(email, person, now);
      const left = signup && (await findSignup(signup.signup_id, now));
      const data = [...erased, ...(await keptFor(email, left))];
      return { ok: true, message: `Receipt of ${now.toISOString()} for ${maskedEmail(email)}`, data };
    },
  };
};

async function emailOf(typed: string, now: Date): Promise<string | undefined> {
  if (typed.includes("@")) return typed;
  const signup = await findSignup(typed, now);
  if (signup?.mode !== "sandbox") return signup?.email;
  throw new CommandProblem("A sandbox signup stores nothing about a person, and expires after a day");
}

const isOnlyAdmin = ({ member, admins }: TeamMember) => member.role === "admin" && admins.length === 0;

const LOCKED = ", which is then locked";
const NAMED = 3;

function wantsSuccessor(orphans: readonly TeamMember[]): string {
  const ids = orphans.map(({ member }) => member.account_id);
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : "";
  const named = `${ids.slice(0, NAMED).join(", ")}${more}`;
  return `This person is the only admin of ${named}. Name a successor with accounts add-admin, or give --lock: then the account has no admin until accounts add-admin names one`;
}

async function eraseParts(
  email: string,
  { signup, waiting, partners, members }: Person,
  now: Date,
): Promise<ReceiptLine[]> {
  const lines: ReceiptLine[] = [];
  const erased = (what: string) => lines.push(erasedLine(what));
  if (signup?.mode === "live" && (await deleteSignup(signup, now)))
    erased(`signup ${signup.signup_id}: email, name, gig platforms, emailed links`);
  if (waiting) {
    // Of an open IRA's owner, the entry is still there.
    await deleteWaitlistEntry(email);
    erased("waitlist entry: email, name, gig platforms");
  }
  for (const partner of partners)
    if (await deleteContact(partner)) erased(`contact of the partner ${partner.partner_id}: email`);
  for (const membership of members) {
    const { member, admins } = membership;
    const staying = member.role === "admin" ? admins[0] : undefined;
    if (!(await deleteMember(member, staying)))
      throw new CommandProblem(
        `The team of ${member.account_id} changed at the same time. Repeat the command`,
      );
    erased(
      `member of the account ${member.account_id}${isOnlyAdmin(membership) ? LOCKED : ""}: email, sessions, passkeys`,
    );
  }
  return lines;
}

async function keptFor(email: string, open: Signup | undefined): Promise<ReceiptLine[]> {
  return [
    ...(open
      ? [
          keptLine(
            `signup ${open.signup_id}`,
            "its Roth IRA is open, and the broker-dealer's records refer to it",
          ),
        ]
      : []),
    ...((await isSuppressed(email))
      ? [keptLine("keyed hash of the mailbox", "it stops email for good, and cannot be read back")]
      : []),
    ...((await hasSaved(email))
      ? [
          keptLine(
            "what a keyed hash of the mailbox saved, and its receipts",
            "contributions on their way belong to the person, and the yearly limit holds",
          ),
        ]
      : []),
    keptLine("audit record with a keyed hash", "it proves this erasure, and cannot be read back"),
    keptBackups,
    keptLine("drivers with this email, if any", "they belong to the accounts that pay them: drivers erase"),
  ];
}

async function hasSaved(email: string): Promise<boolean> {
  const live = { mode: "live" } as const;
  return (await findSaver(live, await personOf(live, await hashMailbox(email)))) !== undefined;
}
