import * as z from "zod/mini";
import { DriverId } from "../driver/driver-id.ts";
import { Sequence } from "../event/event.ts";
import { sortableId } from "../item/ids.ts";
import { isLive, Livemode, Mode, type Owner } from "../item/owner.ts";
import { figureOf } from "../tax/years/tax-rules.ts";
import { Instant, note } from "../text/text.ts";
import { DAY } from "../limit/window.ts";
import { lawLimit } from "./saver.ts";
import { SavingsRule } from "./split.ts";

/** `yearly_cap`: cents, for all partners of the mode. `age_50_in`: the year in which they are 50. */
export const SavingsChoice = z.object({
  rule: SavingsRule,
  yearly_cap: z.int(),
  age_50_in: z.optional(z.int()),
});
export type SavingsChoice = z.infer<typeof SavingsChoice>;

const AgreementStatus = z.enum(["invited", "active", "ended"]);

/** A person by the keyed hash of the mailbox, and in live mode by the signup that has the address. */
const Agreed = { id: z.string(), person: z.optional(z.string()), signup_id: z.optional(z.string()) };

/** One item a driver: a new invitation keeps in `former` who agreed before. No name or address. */
export const Agreement = z.object({
  ...Agreed,
  former: z.optional(z.object(Agreed)),
  /** The ids of the driver's agreements before this one: they lead to the receipts. */
  earlier: z.optional(z.array(z.string())),
  account_id: z.string(),
  mode: Mode,
  driver_id: DriverId,
  status: AgreementStatus,
  invited_at: Instant,
  events: z.int(),
  choice: z.optional(SavingsChoice),
  receipt: z.optional(z.string()),
  started_at: z.optional(Instant),
  changed_at: z.optional(Instant),
  ended_at: z.optional(Instant),
  ended_by: z.optional(z.enum(["driver", "partner"])),
});
export type Agreement = z.infer<typeof Agreement>;
export type ActiveAgreement = Agreement & { choice: SavingsChoice; person: string };

export const isActive = (agreement: Agreement | undefined): agreement is ActiveAgreement =>
  agreement?.status === "active" && agreement.choice !== undefined && agreement.person !== undefined;

const INVITED_DAYS = 30;

export const isTooOld = ({ status, invited_at }: Agreement, now: Date): boolean =>
  status === "invited" && Date.parse(invited_at) + INVITED_DAYS * DAY * 1000 <= now.getTime();

/** Where the link of an emailed or returned proof leads. */
export const SavingsLink = z.object({
  account_id: z.string(),
  mode: Mode,
  driver_id: DriverId,
  agreement_id: z.string(),
  signup_id: z.optional(z.string()),
});
export type SavingsLink = z.infer<typeof SavingsLink>;

/** A new invitation, or the present one at a later instant: its earlier links still hold. */
export const invited = (
  owner: Owner,
  driver_id: string,
  present: Agreement | undefined,
  now: Date,
): Agreement =>
  present?.status === "invited"
    ? { ...present, invited_at: now.toISOString() }
    : {
        id: sortableId("sav_", now),
        account_id: owner.account_id,
        mode: owner.mode,
        driver_id,
        status: "invited",
        invited_at: now.toISOString(),
        events: 0,
        ...formerOf(present),
        ...(present && { earlier: agreementIdsOf(present).slice(-EARLIER) }),
      };

/** An item has a limit. Only a test invites so often. */
const EARLIER = 1_000;

export const agreementIdsOf = ({ id, earlier = [] }: Agreement): string[] => [...earlier, id];

const formerOf = (present: Agreement | undefined): Pick<Agreement, "former"> => {
  if (present?.person === undefined) return present?.former ? { former: present.former } : {};
  const { id, person, signup_id } = present;
  return { former: { id, person, signup_id } };
};

/** The agreement, and the one that it replaced, as it ended. */
export const withFormer = (agreement: Agreement): Agreement[] =>
  agreement.former ? [agreement, { ...agreement, status: "ended", ...agreement.former }] : [agreement];

export const statedLimits = (year: number) => ({
  year,
  published: figureOf("rothIra", year).year,
  limit: lawLimit(year),
  higher: lawLimit(year, year),
});
export type StatedLimits = ReturnType<typeof statedLimits>;

/** The least cap: a dollar. */
const MIN_CAP = 100;
export const MAX_PERCENT = 50;

export type ChoiceMistake = "rule" | "percent" | "noPercent" | "cap";

/** What a form says, or the fields that are wrong with the reason. Nothing has a usual value. */
export function readChoice(
  form: Readonly<Record<string, string | undefined>>,
  { year, limit, higher }: StatedLimits,
):
  | { choice: SavingsChoice }
  | { mistakes: Partial<Record<"rule" | "percent" | "cap", ChoiceMistake>>; most: number } {
  const field = (name: string) => form[name]?.trim() ?? "";
  const isOlder = form.age === "yes";
  const most = isOlder ? higher : limit;
  const percent = /^\d{1,2}$/.test(field("percent")) ? Number(field("percent")) : 0;
  const isPercent = form.rule === "percent";
  const cap = centsIn(field("cap"));
  const mistakes = {
    ...(!isPercent && form.rule !== "cents" && { rule: "rule" as const }),
    ...(isPercent && (percent < 1 || percent > MAX_PERCENT) && { percent: "percent" as const }),
    ...(form.rule === "cents" && field("percent") !== "" && { percent: "noPercent" as const }),
    ...((cap === undefined || cap < MIN_CAP || cap > most) && { cap: "cap" as const }),
  };
  if (cap === undefined || Object.keys(mistakes).length > 0) return { mistakes, most };
  const rule: SavingsRule = isPercent ? { percent } : { cents: true };
  return { choice: { rule, yearly_cap: cap, ...(isOlder && { age_50_in: year }) } };
}

/** Dollars as people type them: `500`, `$1,200`, `99.50`. */
function centsIn(text: string): number | undefined {
  const [, dollars, cents = "00"] = /^\$? ?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{2}))?$/.exec(text) ?? [];
  return dollars === undefined ? undefined : Number(dollars.replaceAll(",", "")) * 100 + Number(cents);
}

export const percentOf = (rule: SavingsRule): number | null => ("percent" in rule ? rule.percent : null);

const ruleOf = ({ choice }: Agreement) =>
  choice === undefined ? null : "percent" in choice.rule ? ("percent" as const) : ("cents" as const);

/** An agreement as the API shows it. The yearly cap is for all partners, so no partner sees it. */
export const PublicAgreement = z.object({
  id: note(z.string(), "The agreement's id, `sav_...`."),
  object: z.literal("savings"),
  driver_id: DriverId,
  status: note(
    z.clone(AgreementStatus),
    "`invited`: the driver has not answered. `active`: payouts save. `ended`: they no longer do.",
  ),
  rule: note(
    z.nullable(z.enum(["percent", "cents"])),
    "What each payout saves: a percentage of its `net_amount`, or the cents above the last whole dollar.",
  ),
  percent: note(z.nullable(z.int()), "From 1 to 50. Null for `cents`."),
  url: note(
    z.nullable(z.string()),
    "Test mode: the page that the driver sees, in the reply to an invitation. Live mode emails it to the driver only.",
  ),
  invited_at: note(z.clone(Instant), "When the driver was last invited."),
  started_at: note(z.nullable(Instant), "When the driver agreed."),
  changed_at: note(z.nullable(Instant), "When the driver last changed it."),
  ended_at: note(z.nullable(Instant), "When it ended."),
  ended_by: note(z.nullable(z.enum(["driver", "partner"])), "Who ended it."),
  sequence: Sequence,
  livemode: Livemode,
});

export const publicAgreement = (
  agreement: Agreement,
  url: string | null = null,
): z.infer<typeof PublicAgreement> => ({
  id: agreement.id,
  object: "savings",
  driver_id: agreement.driver_id,
  status: agreement.status,
  rule: ruleOf(agreement),
  percent: agreement.choice ? percentOf(agreement.choice.rule) : null,
  url,
  invited_at: agreement.invited_at,
  started_at: agreement.started_at ?? null,
  changed_at: agreement.changed_at ?? null,
  ended_at: agreement.ended_at ?? null,
  ended_by: agreement.ended_by ?? null,
  sequence: agreement.events,
  livemode: isLive(agreement),
});
