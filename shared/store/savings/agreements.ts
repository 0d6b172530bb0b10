import type { SavingsMail } from "../../domain/event/outbox.ts";
import { savingsChanged, savingsEnded, savingsStarted } from "../../domain/event/savings-events.ts";
import { isLive, type Owner, parseAddress, type SavingsScope } from "../../domain/item/owner.ts";
import { claimsOf, type Receipt } from "../../domain/receipt/receipt.ts";
import {
  Agreement,
  isActive,
  publicAgreement,
  type SavingsChoice,
  SavingsLink,
} from "../../domain/savings/agreement.ts";
import { DAY } from "../../domain/limit/window.ts";
import { emitWrite } from "../event/events.ts";
import { keys } from "../keys/keys.ts";
import { receiptWrite } from "../receipt/receipts.ts";
import type { MailboxHashes } from "../signup/mailboxes.ts";
import { untilWritten } from "../table/decided.ts";
import { absent, exists, type ItemFields, isNew } from "../table/expressions.ts";
import { transactOnce } from "../table/idempotency.ts";
import { outboxWrite } from "../table/outbox.ts";
import { findAs } from "../table/reads.ts";
import { type WritePart, ttlAt, type Write, write } from "../table/table.ts";
import { change, check, put, putNew } from "../table/writes.ts";
import { findSaver, memberOf, personOf, planWrite, saverWrite, stopSaverWrite } from "./savers.ts";

export const findAgreement = (owner: Owner, driverId: string): Promise<Agreement | undefined> =>
  findAs(keys.savings(owner, driverId), Agreement);

/** Longer than an invitation holds. The link of an agreement is stored for good. */
const LINK_SECONDS = 31 * DAY;

export const findSavingsLink = (proofHash: string): Promise<SavingsLink | undefined> =>
  findAs(keys.savingsLink(proofHash), SavingsLink);

export const savingsLinkWrite = (proofHash: string, link: SavingsLink, isKept: boolean, now: Date): Write =>
  putNew({ ...keys.savingsLink(proofHash), ...link, ...(!isKept && { ttl: ttlAt(now, LINK_SECONDS) }) });

export const linkTo = ({ account_id, mode, driver_id, id }: Agreement, signup_id?: string): SavingsLink => ({
  account_id,
  mode,
  driver_id,
  agreement_id: id,
  ...(signup_id !== undefined && { signup_id }),
});

const unchanged = ({ id, status, events }: Agreement) => ({ id, status, events });

/** How the person gets to know: by a link in the reply to a test key, or by an email. */
type Notice = { proofHash: string } | { turn: number };

/** Returns whether nothing else changed it meanwhile. */
export async function putInvitation(
  agreement: Agreement,
  before: Agreement | undefined,
  notice: Notice,
  memory: Write | undefined,
  now: Date,
): Promise<boolean> {
  const conflict = await transactOnce(
    {
      agreement: put(
        { ...keys.savings(agreement, agreement.driver_id), ...agreement },
        { when: before === undefined ? isNew : unchanged(before), found: true },
      ),
      notice:
        "turn" in notice
          ? mailWrite(agreement, { about: "invited", lane: "creation", turn: notice.turn }, now)
          : savingsLinkWrite(notice.proofHash, linkTo(agreement), false, now),
    },
    memory,
  );
  return conflict === undefined;
}

const mailWrite = (
  { account_id, mode, driver_id, id }: Agreement,
  about: Pick<SavingsMail, "about" | "lane" | "turn">,
  now: Date,
): Write =>
  outboxWrite(
    { kind: "mail", mail: "savings", account_id, mode, driver_id, agreement_id: id, ...about },
    now,
  );

type Started = {
  choice: SavingsChoice;
  person: string;
  /** The driver's, as it was read. If it changed meanwhile, it may be another person's. */
  email: string;
  receipt: Receipt;
  signup_id?: string | undefined;
};

/** With the receipt and the answer in `memory`. `proofHash`: the used link, which then holds for good. */
export async function startSavings(
  agreement: Agreement,
  { choice, person, email, receipt, signup_id }: Started,
  proofHash: string | undefined,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  const at = now.toISOString();
  const started: Agreement = { ...agreement, status: "active", choice, person, started_at: at };
  const conflict = await transactOnce(
    {
      agreement: change(keys.savings(agreement, agreement.driver_id), {
        set: { status: "active", choice, person, signup_id, started_at: at, receipt: claimsOf(receipt).jti },
        add: { events: 1 },
        when: unchanged(agreement),
      }),
      choice: choiceWrites(started, choice, person, { email }),
      link: proofHash && change(keys.savingsLink(proofHash), { set: { ttl: absent }, when: exists }),
      // A person who disowned their signup meanwhile starts nothing.
      signup: signup_id && check(keys.signup(signup_id), { ...exists, disowned: absent }),
      receipt: receiptWrite(receipt),
      event: emitWrite(agreement, savingsStarted, eventData(started)),
      notice: noticeWrites(agreement, "started", now),
    },
    memory,
  );
  return conflict === undefined;
}

/** The saver has the newest cap, and the driver's item the plan for its next payouts. */
const choiceWrites = (
  agreement: Agreement,
  choice: SavingsChoice,
  person: string,
  ofDriver: ItemFields = {},
): Write[] => [
  saverWrite(
    agreement,
    person,
    { cap: choice.yearly_cap, age_50_in: choice.age_50_in },
    memberOf(agreement, agreement.driver_id, agreement.id),
  ),
  planWrite(
    agreement,
    agreement.driver_id,
    { agreement_id: agreement.id, person, rule: choice.rule },
    ofDriver,
  ),
];

const noticeWrites = (agreement: Agreement, about: SavingsMail["about"], now: Date): Write[] =>
  isLive(agreement) ? [mailWrite(agreement, { about }, now)] : [];

const eventData = (agreement: Agreement) => {
  const { url: _, livemode: __, ...data } = publicAgreement(agreement);
  return { ...data, sequence: agreement.events + 1 };
};

export async function changeSavings(
  agreement: Agreement,
  choice: SavingsChoice,
  receipt: Receipt,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  if (!isActive(agreement)) return false;
  const at = now.toISOString();
  const conflict = await transactOnce(
    {
      agreement: change(keys.savings(agreement, agreement.driver_id), {
        set: { choice, changed_at: at, receipt: claimsOf(receipt).jti },
        add: { events: 1 },
        when: unchanged(agreement),
      }),
      choice: choiceWrites(agreement, choice, agreement.person),
      receipt: receiptWrite(receipt),
      event: emitWrite(agreement, savingsChanged, eventData({ ...agreement, choice, changed_at: at })),
      notice: noticeWrites(agreement, "changed", now),
    },
    memory,
  );
  return conflict === undefined;
}

/** `receipt`: of the person's act. `isGone`: the driver was deleted. `isForgotten`: they are erased. */
type Ending = {
  by: NonNullable<Agreement["ended_by"]>;
  receipt?: Receipt | undefined;
  isGone?: boolean;
  isForgotten?: boolean;
};

export async function endSavings(
  agreement: Agreement,
  { by, receipt, isGone = false, isForgotten = false }: Ending,
  now: Date,
  memory?: Write,
): Promise<boolean> {
  if (agreement.status === "ended") return false;
  const set = endOf({ by }, now);
  const wasActive = isActive(agreement);
  const conflict = await transactOnce(
    {
      agreement: change(keys.savings(agreement, agreement.driver_id), {
        set: {
          ...set,
          ...(receipt && { receipt: claimsOf(receipt).jti }),
          ...(isForgotten && { person: absent, signup_id: absent, former: absent }),
        },
        add: { events: wasActive ? 1 : 0 },
        when: unchanged(agreement),
      }),
      end: wasActive ? endedWrites(agreement, { ...agreement, ...set }, isGone) : undefined,
      notice: wasActive && !isForgotten ? noticeWrites(agreement, "ended", now) : undefined,
      receipt: receipt && receiptWrite(receipt),
    },
    memory,
  );
  return conflict === undefined;
}

const endOf = ({ by }: Ending, now: Date) => ({
  status: "ended" as const,
  ended_at: now.toISOString(),
  ended_by: by,
});

const endedWrites = (
  agreement: Agreement & { person: string },
  ended: Agreement,
  isGone: boolean,
): WritePart[] => [
  ...(isGone ? [] : [planWrite(agreement, agreement.driver_id, undefined)]),
  // From here on, no payout that is pending under it saves.
  change(keys.saver(agreement, agreement.person), {
    takeOut: { agreements: new Set([memberOf(agreement, agreement.driver_id, agreement.id)]) },
  }),
  emitWrite(agreement, savingsEnded, eventData(ended)),
];

/** Ends what a driver has, also if another request changes it meanwhile. Returns it as it is then. */
export const endSavingsOf = (
  owner: Owner,
  driverId: string,
  ending: Ending,
  now: Date,
): Promise<Agreement | undefined> =>
  untilWritten(async () => {
    const agreement = await findAgreement(owner, driverId);
    if (agreement === undefined || agreement.status === "ended") return { answer: agreement };
    if (!(await endSavings(agreement, ending, now))) return undefined;
    return {
      answer: { ...agreement, ...endOf(ending, now), events: agreement.events + Number(isActive(agreement)) },
    };
  });

/** In one write for every partner, then each agreement with its event. A repeat does what is left. */
export async function stopSaver(of: SavingsScope, mailbox: MailboxHashes, now: Date): Promise<void> {
  const person = await personOf(of, mailbox);
  const saver = await findSaver(of, person);
  if (!saver) return;
  if (saver.stopped_at === undefined) await write(stopSaverWrite(of, person, now));
  for (const member of saver.agreements ?? []) {
    const { owner, id } = parseAddress(member);
    await endSavingsOf(owner, id, { by: "driver", isForgotten: true }, now);
  }
}
