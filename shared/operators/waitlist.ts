import type * as commands from "../contract/operators/person-commands.ts";
import { maskedEmail } from "../domain/signup/masking.ts";
import type { WaitlistEntry } from "../domain/signup/waitlist.ts";
import { isSuppressed } from "../store/signup/suppressions.ts";
import { deleteWaitlistEntry, findWaitlistEntry, listWaitlist } from "../store/signup/waitlist.ts";
import { type List, listAnswer, PAGE } from "./list-answer.ts";
import { maskedName } from "./masked-name.ts";
import { numbered } from "./numbered.ts";
import { type Run, WrongUsage } from "./serve/command-run.ts";

export const listWaitlistRun: List<"waitlist"> = async ({ after }, { reveal }) => {
  const { entries, last } = await listWaitlist(after, PAGE);
  return pageOf(entries, last, reveal);
};

const pageOf = (entries: readonly WaitlistEntry[], last: string | undefined, reveal: boolean) =>
  listAnswer(
    numbered(entries.length, "person", "people"),
    entries.map((entry) => shownEntry(entry, reveal)),
    last,
  );

/** Leaves out those whose mailbox gets no email: a program writes to everyone in the file. */
export const exportWaitlistRun: Run<typeof commands.exportWaitlistCommand> = async (
  { after },
  { reveal },
) => {
  // Masked emails are of no use to the program that reads the file.
  if (!reveal) throw new WrongUsage("Give --reveal and --reason: the file has whole emails");
  const { entries, last } = await listWaitlist(after, PAGE);
  const stopped = await Promise.all(entries.map(({ email }) => isSuppressed(email)));
  const reached = entries.filter((_, i) => !stopped[i]);
  return pageOf(reached, last, true);
};

const shownEntry = ({ email, name = "", platforms = "", joined_at }: WaitlistEntry, reveal: boolean) => ({
  email: reveal ? email : maskedEmail(email),
  name: reveal ? name : maskedName(name),
  gig_platforms: platforms,
  joined_at,
});

export const removeFromWaitlistRun: Run<typeof commands.removeFromWaitlistCommand> = async ({ email }) => {
  const entry = await findWaitlistEntry(email);
  if (!entry) return { ok: true, message: "This email is not on the waitlist" };
  return {
    will: `${maskedEmail(email)}, on the waitlist since ${entry.joined_at}, would be taken off`,
    act: async () => {
      await deleteWaitlistEntry(email);
      return { ok: true, message: `${maskedEmail(email)} is off the waitlist` };
    },
  };
};
