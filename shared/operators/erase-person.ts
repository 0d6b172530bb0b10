import type { erasePersonCommand } from "../contract/operators/person-commands.ts";
import type { Member } from "../domain/account/member.ts";
import type { Partner } from "../domain/account/partner.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import type { Signup } from "../domain/signup/signup.ts";
import {
  deleteMember,
  listMembers,
  listMemberships,
  type Membership as Pointer,
} from "../store/account/members.ts";
import { listPartnersOf } from "../store/account/partner-directory.ts";
import { deleteContact, findPartner } from "../store/account/partners.ts";
import { findSaver, personOf } from "../store/savings/savers.ts";
import { deleteSignup } from "../store/signup/erasures.ts";
import { hashMailbox } from "../store/signup/mailboxes.ts";
import { findSignup, findSignupOf } from "../store/signup/signups.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { deleteWaitlistEntry, findWaitlistEntry } from "../store/signup/waitlist.ts";
import { erasedLine, keptBackups, keptLine, type ReceiptLine } from "./receipt.ts";
import { CommandProblem, type Run } from "./serve/command-run.ts";

export const erasePersonRun: Run<typeof erasePersonCommand> = async ({ email, lock = false }, { now }) => {
  const found = await findPerson(email, now);
  const { signup, isWaiting, partners, members } = found;
  const orphans = members.filter(isOnlyAdmin);
  if (orphans.length > 0 && !lock) throw new CommandProblem(wantsSuccessor(orphans));
  const isOpen = signup?.status === "account_opened";
  const parts = [
    ...(signup && !isOpen ? [`the signup ${signup.signup_id}`] : []),
    ...(isWaiting ? ["the waitlist entry"] : []),
    ...partners.map(({ partner_id }) => `the contact of the partner ${partner_id}`),
    ...members.map(
      (one) => `the member of the account ${one.member.account_id}${isOnlyAdmin(one) ? LOCKED : ""}`,
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
      const erased = await eraseParts(email, found, now);
      const left = signup && (await findSignup(signup.signup_id, now));
      const data = [...erased, ...(await keptFor(email, left))];
      return { ok: true, message: `Receipt of ${now.toISOString()} for ${maskedEmail(email)}`, data };
    },
  };
};

type Membership = { member: Member; admins: Member[] };

const isOnlyAdmin = ({ member, admins }: Membership) => member.role === "admin" && admins.length === 0;

const LOCKED = ", which is then locked";
const NAMED = 3;

function wantsSuccessor(orphans: readonly Membership[]): string {
  const ids = orphans.map(({ member }) => member.account_id);
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : "";
  const named = `${ids.slice(0, NAMED).join(", ")}${more}`;
  return `This person is the only admin of ${named}. Name a successor with accounts add-admin, or give --lock: then the account has no admin until accounts add-admin names one`;
}

type Person = {
  signup: Signup | undefined;
  isWaiting: boolean;
  partners: Partner[];
  members: Membership[];
};

async function findPerson(email: string, now: Date): Promise<Person> {
  const [signupId, entry, slugs, memberships] = await Promise.all([
    findSignupOf(email),
    findWaitlistEntry(email),
    listPartnersOf(email),
    listMemberships(email),
  ]);
  const members = await Promise.all(memberships.map(membershipIn));
  const partners = await Promise.all(slugs.map((slug) => findPartner(slug, now, 0)));
  return {
    signup: signupId === undefined ? undefined : await findSignup(signupId, now),
    isWaiting: entry !== undefined,
    partners: partners.filter((partner) => partner !== undefined),
    members: members.filter((member) => member !== undefined),
  };
}

async function membershipIn({ account_id, member_id }: Pointer): Promise<Membership | undefined> {
  const all = await listMembers(account_id);
  const member = all.find((one) => one.member_id === member_id);
  const admins = all.filter((one) => one.role === "admin" && one.member_id !== member_id);
  return member && { member, admins };
}

async function eraseParts(
  email: string,
  { signup, isWaiting, partners, members }: Person,
  now: Date,
): Promise<ReceiptLine[]> {
  const lines: ReceiptLine[] = [];
  const erased = (what: string) => lines.push(erasedLine(what));
  if (signup?.mode === "live" && (await deleteSignup(signup, now)))
    erased(`signup ${signup.signup_id}: email, name, gig platforms, emailed links`);
  if (isWaiting) {
    // Of an open IRA's owner, the entry is still there.
    await deleteWaitlistEntry(email);
    erased("waitlist entry: email, name, gig platforms");
  }
  for (const partner of partners)
    if (await deleteContact(partner)) erased(`contact of the partner ${partner.partner_id}: email`);
  for (const one of members) {
    const { member, admins } = one;
    const staying = member.role === "admin" ? admins[0] : undefined;
    if (!(await deleteMember(member, staying)))
      throw new CommandProblem(
        `The team of ${member.account_id} changed at the same time. Repeat the command`,
      );
    erased(`member of the account ${member.account_id}${isOnlyAdmin(one) ? LOCKED : ""}: email, sessions`);
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

const hasSaved = async (email: string): Promise<boolean> =>
  (await findSaver("live", await personOf("live", await hashMailbox(email)))) !== undefined;
