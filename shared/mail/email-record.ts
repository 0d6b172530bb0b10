import type { MailMessage, MailRequest } from "../domain/event/outbox.ts";
import type { InLine } from "../store/share/waiting-emails.ts";
import type { EmailMessage } from "./deliver-mail.ts";

export type MailNamed<Name extends MailRequest["mail"]> = MailMessage & { mail: Name };

type NoAddress = "settled" | "no_account" | "no_signup";
export type EmailOutcome = "sent" | "refused" | "suppressed" | "limited" | "waits" | "no_address" | NoAddress;

/** `busy`: another sender has it just now. */
type Right = "added" | "settled" | "limited" | "waits" | "busy";

/**
 * An address, and what the steps of its email need. `despite`: a reason to send no email that does not
 * count. `entry`: the id under which it is sent once. Without it, the email's own item records that.
 */
export type Addressed = { to: string; despite?: "disowned" | "any"; entry?: string };

/** `isCounted`: an earlier sender, who failed then, counted the email. */
export type SendTurn = { line: InLine; isCounted: boolean };

/** An email, in the order in which {@link sendEmail} takes its steps. */
export type EmailRecord<Mail = never, Loaded extends Addressed = Addressed> = {
  /** Returns its addresses, or why it has none: it is not due any more, or its person was erased. */
  load(mail: Mail, now: Date): Promise<readonly Loaded[] | NoAddress>;
  /** Counts the email in its limits, and stores the hash of its proof. */
  claim?(loaded: Loaded, turn: SendTurn, now: Date): Promise<Right>;
  /** An email that goes out before this one. A fault with it stops this one. */
  first?: EmailRecord<Loaded>;
  text(loaded: Loaded, now: Date): EmailMessage | Promise<EmailMessage>;
  /** Records how it ended, unless it waits. */
  end?(loaded: Loaded, outcome: EmailOutcome, now: Date): Promise<void>;
};
