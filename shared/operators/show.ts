import type { showCommand } from "../contract/operators/look-commands.ts";
import type { Owner } from "../domain/item/owner.ts";
import { agreementIdsOf } from "../domain/savings/agreement.ts";
import { gather, type Gathered, type TimelineKind, timelineKindOf } from "../domain/timeline/gather.ts";
import type { Payout } from "../domain/payout/payout.ts";
import { publicPayout } from "../domain/payout/public-payout.ts";
import { timelineOf } from "../domain/timeline/timeline.ts";
import { findDriver } from "../store/driver/drivers.ts";
import { findAgreement } from "../store/savings/agreements.ts";
import { findSignup, findSignupOf } from "../store/signup/signups.ts";
import { anySignup, findOwnerOf, isKeyed, timelineSource } from "../store/timeline/timeline-source.ts";
import { findEndpoint } from "../store/webhook/endpoints.ts";
import { accountNamed, ownersNamed } from "./account-named.ts";
import { factsOfAccount } from "./accounts.ts";
import { factsOfDriver } from "./drivers.ts";
import { factsOfEndpoint } from "./endpoints.ts";
import { answerOfKey } from "./keys.ts";
import { type Circumstances, CommandProblem, type Run, type RunAnswer } from "./serve/command-run.ts";
import { checkStage } from "./serve/stage.ts";
import { factsOfEmail, factsOfSignup, receiptsOf } from "./signups.ts";

type Kind = TimelineKind | "agreement" | "endpoint";

/** Of a signup, an agreement, and the receipts of a deleted driver's connections. */
const NO_ACCOUNT: Owner = { account_id: "none", mode: "live" };

/** What is stored with an id, what happened to it, and its receipts of consent. */
export const showRun: Run<typeof showCommand> = async ({ id, account }, circumstances) => {
  if (id === "stage") return checkStage(circumstances.now);
  const kind = kindOf(id);
  if (account === undefined && (kind === undefined || kind === "request")) {
    const named = await accountNamed(id, circumstances.now);
    if (named) return ofAccount(named, circumstances);
  }
  if (id.includes("@")) return ofEmail(id, circumstances);
  const key = id.startsWith("key_") && (await answerOfKey(id));
  if (key) return key;
  for (const owner of await ownersOf(kind, id, account, circumstances.now)) {
    const answer = kind && (await ofObject(kind, id, owner, circumstances));
    if (answer) return answer;
  }
  const advice = account === undefined && NEEDS_ACCOUNT.test(id) ? `. ${ADVICE}` : "";
  throw new CommandProblem(`Nothing is stored with the ID ${id}${advice}`);
};

/** A driver may be a deleted one. The id of a request has no prefix. */
const NEEDS_ACCOUNT = /^(?:dlv_|drv_|(?![a-z]{2,4}_)[\w=-]{12,64}$)/;
const ADVICE = "Of a delivery, a failed request and a deleted driver, give the account too: `account`";

const kindOf = (id: string): Kind | undefined =>
  id.startsWith("sav_") ? "agreement" : id.startsWith("wh_") ? "endpoint" : timelineKindOf(id);

async function ofAccount(account: Parameters<typeof factsOfAccount>[0], circumstances: Circumstances) {
  const { account_id } = account;
  const data = await factsOfAccount(account, circumstances);
  return { ok: true, message: account_id, data, objects: [account_id] };
}

async function ofEmail(email: string, circumstances: Circumstances): Promise<RunAnswer> {
  const signupId = await findSignupOf(email);
  const answer = signupId && (await ofObject("signup", signupId, NO_ACCOUNT, circumstances));
  if (answer) return answer;
  const { isKnown, facts } = await factsOfEmail(email, circumstances);
  const message = isKnown ? "This email has no signup" : "Nothing is stored about this email";
  return { ok: isKnown, message, data: facts };
}

async function ownersOf(kind: Kind | undefined, id: string, account: string | undefined, now: Date) {
  if (account !== undefined) return ownersNamed(account, now);
  if (kind === undefined) return [];
  if (kind === "signup" || kind === "agreement") return [NO_ACCOUNT];
  const owner = isKeyed(kind) ? await findOwnerOf(kind, id) : undefined;
  if (owner) return [owner];
  return kind === "driver" ? [NO_ACCOUNT] : [];
}

async function ofObject(
  kind: Kind,
  id: string,
  owner: Owner,
  circumstances: Circumstances,
): Promise<RunAnswer | undefined> {
  const { now } = circumstances;
  const [facts, agreement, gathered] = await Promise.all([
    factsIn(kind, id, owner, circumstances),
    kind === "driver" ? findAgreement(owner, id) : undefined,
    kind === "agreement" || kind === "endpoint"
      ? undefined
      : gather(id, timelineSource(owner, anySignup(now), now)),
  ]);
  const isFound = facts || agreement || gathered;
  if (!isFound && owner !== NO_ACCOUNT) return undefined;
  // A receipt of savings is stored under its agreement, and that of a connection under its driver.
  const receipts = await receiptsOf([id, ...(agreement ? agreementIdsOf(agreement) : [])]);
  if (!isFound && receipts.length === 0) return undefined;
  const { subject, status, steps } = gathered
    ? stepsOf(gathered)
    : { subject: id, status: undefined, steps: [] };
  const account = owner === NO_ACCOUNT ? undefined : `${owner.account_id} (${owner.mode})`;
  return {
    ok: true,
    message: [id === subject ? id : `${id} of ${subject}`, status, account].filter(Boolean).join(", "),
    data: {
      ...facts,
      ...(gathered?.payout && factsOfPayout(gathered.payout)),
      ...(receipts.length > 0 && { receipts }),
      ...(steps.length > 0 && { steps }),
    },
    objects: [subject, ...(account ? [owner.account_id] : [])],
  };
}

async function factsIn(kind: Kind, id: string, owner: Owner, circumstances: Circumstances) {
  if (kind === "signup") {
    const signup = await findSignup(id, circumstances.now);
    return signup && factsOfSignup(signup, circumstances);
  }
  if (kind === "driver") {
    const driver = await findDriver(owner, id);
    return driver && factsOfDriver(driver, circumstances.reveal);
  }
  const endpoint = kind === "endpoint" ? await findEndpoint(owner, id) : undefined;
  return endpoint && factsOfEndpoint(endpoint);
}

/** Without what its account wrote itself, which may name a person. */
function factsOfPayout(payout: Payout) {
  const { driver_id, bank_account_id, method, failure_code, created_at, ...sums } = publicPayout(payout);
  return {
    driver_id,
    bank_account_id,
    method,
    amount_cents: sums.amount,
    fee_cents: sums.fee,
    bank_amount_cents: sums.bank_amount,
    savings_amount_cents: sums.savings_amount,
    failure_code,
    created_at,
  };
}

function stepsOf(gathered: Gathered) {
  const { subject, status, steps } = timelineOf(gathered);
  const rows = steps.map(({ at, kind, what, state, id }) => ({
    at: at ?? "later",
    kind: state === "next" ? `next ${kind}` : kind,
    what,
    id,
  }));
  return { subject, status, steps: rows };
}
