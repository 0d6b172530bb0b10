import type { MailMessage, SavingsMail } from "../domain/event/outbox.ts";
import type { EmailRecord, MailNamed } from "./email-record.ts";
import {
  endpointMail,
  keyExpiryMail,
  liveAccessMail,
  liveDecisionMail,
  passkeysMail,
  proposalMail,
} from "./emails/admins.ts";
import { confirmationMail } from "./emails/confirmation.ts";
import { contactChangeMail } from "./emails/contact-change.ts";
import { invitationMail } from "./emails/invitation.ts";
import { receiptMail } from "./emails/receipt.ts";
import { savingsActMail, savingsInvitationMail, savingsYearMail } from "./emails/savings.ts";
import { signInMail } from "./emails/sign-in.ts";

type Names = Exclude<MailMessage["mail"], "savings">;
type Emails = { [Name in Names]: EmailRecord<MailNamed<Name>> } & {
  [About in SavingsMail["about"] as `savings_${About}`]: EmailRecord<MailNamed<"savings">>;
};

/** Every email of the service. */
export const emails: Emails = {
  confirmation: confirmationMail,
  receipt: receiptMail,
  sign_in: signInMail,
  contact_change: contactChangeMail,
  invitation: invitationMail,
  live_access: liveAccessMail,
  live_decision: liveDecisionMail,
  passkeys: passkeysMail,
  proposal: proposalMail,
  key_expiry: keyExpiryMail,
  endpoint_failing: endpointMail,
  endpoint_disabled: endpointMail,
  savings_invited: savingsInvitationMail,
  savings_started: savingsActMail("started"),
  savings_changed: savingsActMail("changed"),
  savings_ended: savingsActMail("ended"),
  savings_year: savingsYearMail,
};

export const emailNameOf = (mail: MailMessage): keyof Emails =>
  mail.mail === "savings" ? `savings_${mail.about}` : mail.mail;
