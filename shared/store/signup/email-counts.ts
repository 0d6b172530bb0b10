import { isPlainSpelling } from "../../domain/signup/mailbox.ts";
import {
  causeOf,
  type EmailCause,
  type LiveSignup,
  mailboxLimits,
  otherSpellingsLimit,
} from "../../domain/signup/signup.ts";
import type { Window } from "../../domain/limit/window.ts";
import { keys } from "../keys/keys.ts";
import { type InLine, transactInLine } from "../share/waiting-emails.ts";
import { countingWrite } from "../table/limits.ts";
import { claimWrite, type NoClaim, noClaim } from "./confirmations.ts";
import { hashMailbox } from "./mailboxes.ts";

/**
 * As `putProof`, and counts the email in its lane and its mailbox, so one that waits or is refused counts
 * nowhere. `limited`: the mailbox had its emails of the day. `waits`: not its turn.
 */
export async function putCountedProof(
  signup: LiveSignup,
  proofHash: string,
  asked_at: string,
  line: InLine,
  now: Date,
): Promise<"added" | NoClaim | "limited" | "waits"> {
  const claim = { signup_id: signup.signup_id, proofHash, asked_at };
  const [mailbox] = await hashMailbox(signup.email);
  const result = await transactInLine(
    line,
    {
      claim: claimWrite(claim, now, { counted: false }),
      counts: countsOf(causeOf(signup, asked_at), signup).map(([name, window]) =>
        countingWrite(keys.limit(name, mailbox), [window], now),
      ),
    },
    now,
  );
  if (result === "waits") return result;
  if (result === "done") return "added";
  if (!result.failed.claim && result.failed.counts) return "limited";
  return noClaim(result.found.claim, asked_at, now);
}

const countsOf = (cause: EmailCause, { email }: LiveSignup): [name: string, window: Window][] => [
  [`confirmation-${cause}`, mailboxLimits[cause]],
  ...(cause === "button" && !isPlainSpelling(email)
    ? ([["confirmation-button-other", otherSpellingsLimit]] satisfies [string, Window][])
    : []),
];
