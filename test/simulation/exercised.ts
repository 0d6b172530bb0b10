import { EventType } from "../../shared/domain/event/event-type.ts";
import type { MailRequest, SavingsMail } from "../../shared/domain/event/outbox.ts";
import { EntryType } from "../../shared/domain/ledger/entry.ts";

type Email = Exclude<MailRequest["mail"], "savings"> | `savings_${SavingsMail["about"]}`;

type Stored = Record<string, { S?: string }>;
type Transaction = { Put?: { Item: Stored } }[];

const HERE = "";
const LIVE = "only live mode sends it, and test/functions/mail-kinds does";
const ADMIN = "no simulated admin causes it, and test/functions/mail-kinds and the journeys do";
const OPERATOR = "an operator makes it, and test/journeys/balance does";
/** Each email, and the reason why no run needs to send it. */
const emails: Record<Email, string> = {
  confirmation: HERE,
  receipt: HERE,
  sign_in: HERE,
  invitation: HERE,
  contact_change: ADMIN,
  passkeys: ADMIN,
  proposal: HERE,
  live_access: LIVE,
  live_decision: LIVE,
  key_expiry: ADMIN,
  endpoint_failing: ADMIN,
  endpoint_disabled: ADMIN,
  savings_invited: LIVE,
  savings_started: LIVE,
  savings_changed: LIVE,
  savings_ended: LIVE,
  savings_year: LIVE,
};
const reasons: Record<string, string> = {
  "entry correction": OPERATOR,
  "entry overdraft_cleared": OPERATOR,
  ...Object.fromEntries(Object.entries(emails).map(([name, reason]) => [`email ${name}`, reason])),
};

/** What each function may write to the outbox. `developer-*` and `change-accounts` do several acts. */
export const entriesOf: Record<string, readonly string[]> = {
  "answer-savings": ["email savings"],
  "end-savings": ["email savings"],
  "erase-driver": ["email savings"],
  "invite-to-save": ["email savings"],
  "approve-payout-proposal": ["batch"],
  "create-payout-batch": ["batch"],
  "developer-proposals": ["batch"],
  "create-payout-proposal": ["email proposal"],
  "serve-company-mcp": ["email proposal"],
  "change-accounts": ["email invitation", "email live_decision", "email passkeys"],
  "confirm-signup": ["email receipt"],
  "request-confirmation": ["email confirmation"],
  "delete-driver": ["timer erase-driver"],
  "deliver-webhook": ["email endpoint"],
  "developer-drivers": ["timer erase-driver"],
  "developer-account": ["email contact_change", "email invitation", "email live_access", "email passkeys"],
  "developer-sign-in": ["email passkeys", "email sign_in"],
  "developer-webhooks": ["deliver", "replay"],
  erase: ["email savings", "timer erase-driver"],
  "ping-webhook": ["deliver"],
  "resend-delivery": ["deliver"],
  "replay-webhook": ["replay"],
  "replay-events": ["deliver"],
  "serve-mcp": ["email confirmation", "timer advance-signup"],
  "start-signup": ["email confirmation", "timer advance-signup"],
  "start-tax-walks": ["form_check", "ledger_page", "tax_page"],
  "walk-tax-events": ["email key_expiry", "email savings", "form_check", "ledger_page", "tax_page"],
};

/** Every act of the catalogues: an event, an entry of the ledger, an email. */
const catalogue: readonly string[] = [
  ...EventType.options.map((type) => `event ${type}`),
  ...EntryType.options.map((type) => `entry ${type}`),
  ...Object.keys(emails).map((name) => `email ${name}`),
];

/** So many seeds do everything that can happen. */
const ENOUGH_SEEDS = 20;

/** The acts that happened in none of so many seeds, and should. */
export const missingIn = (acts: Readonly<Record<string, number>>, seeds: number): string[] =>
  seeds < ENOUGH_SEEDS ? [] : catalogue.filter((act) => !(act in acts) && !reasons[act]);

/** How often each act of the catalogues happened. */
export class Exercised {
  readonly counts: Record<string, number> = {};
  /** What a function wrote to the outbox that its list lacks. */
  readonly unlisted: string[] = [];

  count(act: string, times = 1): void {
    this.counts[act] = (this.counts[act] ?? 0) + times;
  }

  /** A call of a function that was performed. Its writes hold what happened. */
  called(target: string, body: unknown, caller: string | undefined): void {
    const { Item, TransactItems = [] } = body as { Item?: Stored; TransactItems?: Transaction };
    const written = target.endsWith(".PutItem") ? [Item] : TransactItems.map(({ Put }) => Put?.Item);
    for (const item of written) {
      const act = item && actOf(item);
      if (act) this.count(act);
      const entry = item?.pk?.S?.startsWith("OUTBOX#") && entryOf(item);
      if (entry && caller && !entriesOf[caller]?.includes(entry)) this.unlisted.push(`${caller}: ${entry}`);
    }
  }
}

/** `email sign_in`, `timer erase-driver`, `batch`. */
const entryOf = ({ kind, mail, timer }: Stored): string => {
  if (kind?.S === "mail") return `email ${mail?.S?.replace(/^endpoint_.*/, "endpoint")}`;
  return [kind?.S, timer?.S].filter(Boolean).join(" ");
};

function actOf({ pk, type, kind, mail, about }: Stored): string | undefined {
  const noun = pk?.S?.split("#")[0];
  if (noun === "EVENT") return `event ${type?.S}`;
  if (noun === "ENTRY") return `entry ${type?.S}`;
  if (kind?.S === "mail") return `email ${mail?.S === "savings" ? `savings_${about?.S}` : mail?.S}`;
  return undefined;
}
