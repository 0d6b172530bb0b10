import { invalid, missing, Problem, statusConflict } from "../../contract/errors.ts";
import { hashOfKey } from "../../crypto/key-hash.ts";
import { MAX_KEYS } from "../../domain/account/account.ts";
import {
  type ApiKey,
  endOfDay,
  hasPassed,
  newApiKey,
  newKeyRecord,
  renewedEnd,
  renewedLimits,
} from "../../domain/account/api-key.ts";
import { KeyName } from "../../domain/account/dashboard-forms.ts";
import { type Scope, scopes } from "../../domain/account/scope.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { putView } from "../../http/guard/form-once.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { KeyView } from "./new-key-page.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { moveKeyToRevoked, putKey } from "../../store/account/accounts.ts";
import { dropEndedKeys, moveKeyToRotated } from "../../store/account/rotations.ts";
import { centsIn } from "../money/cents-in.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { keysIn } from "./load-keys.ts";

const viewAt = async (owner: Owner, view: KeyView, now: Date) =>
  `/developers/keys/${owner.mode}/new/${await putView(owner, view, now)}`;

export async function createKey(request: DashboardRequest): Promise<Result> {
  const { account, owner, member, form, now, remember } = request;
  const name = requireName(form.name);
  const granted = scopesIn(form);
  const valid_until = endIn(form, now);
  const limits = limitsIn(form);
  const current = await dropEndedKeys(account, now);
  const text = newApiKey(owner.mode);
  const key = {
    ...newKeyRecord(current, owner.mode, granted, now),
    ...limits,
    name,
    makers: [member.member_id],
    ending: text.slice(-4),
    ...(valid_until && { valid_until }),
  };
  const view = await viewAt(owner, { key, text }, now);
  const outcome = await putKey(current, key, hashOfKey(text), MAX_KEYS, remember(view));
  if (outcome.outcome === "made") return seeOther(view);
  throw statusConflict(
    outcome.outcome === "full"
      ? `The account already has the maximum of ${MAX_KEYS} keys. Revoke one first.`
      : "The account changed at the same time. Try again.",
  );
}

export async function rotateKey(request: DashboardRequest): Promise<Result> {
  const { account, owner, member, form, now, remember } = request;
  const old = await requireKey(request);
  if (hasPassed(old.valid_until, now)) throw statusConflict("This key has expired. Create a new key.");
  if (old.expires_at) throw statusConflict("This key was rotated already. Rotate the key that replaces it.");
  const hours = /^\d{1,2}$/.test(form.overlap ?? "") ? Number(form.overlap) : Number.NaN;
  if (!(hours <= 24)) throw invalid("The overlap must be a whole number of hours, from 0 to 24.", "overlap");
  const current = await dropEndedKeys(account, now);
  const text = newApiKey(owner.mode);
  const valid_until = renewedEnd(old, now);
  const key = {
    ...newKeyRecord(current, owner.mode, old.scopes, now),
    ...renewedLimits(old),
    ...(old.name && { name: old.name }),
    makers: [...new Set([...(old.makers ?? []), member.member_id])],
    ...(valid_until && { valid_until }),
    ending: text.slice(-4),
  };
  const endsAt = new Date(now.getTime() + hours * 3_600_000);
  const replaced = { ending: old.ending, endsAt: endsAt.toISOString(), hours };
  const view = await viewAt(owner, { key, text, replaced }, now);
  const newKey = { key, hash: hashOfKey(text), memory: remember(view) };
  const rotation = await moveKeyToRotated(current, old.key_id, newKey, endsAt, now);
  if (rotation === "gone") throw statusConflict("The key changed at the same time. Reload the list of keys.");
  if (rotation === "full")
    throw statusConflict(
      "Too many rotated keys still work. Rotate without an overlap, or revoke some of them.",
    );
  return seeOther(view);
}

export async function revokeKey(request: DashboardRequest): Promise<Result> {
  const key = await requireKey(request);
  if (!(await moveKeyToRevoked(key.key_id, request.now))) throw unknownKey();
  return seeOther(`/developers/keys/${request.owner.mode}?done=revoked`);
}

async function requireKey({ account, owner, params, now }: DashboardRequest): Promise<ApiKey> {
  const key = (await keysIn(account, owner.mode)).find(({ key_id }) => key_id === params.id);
  if (!key || hasPassed(key.expires_at, now)) throw unknownKey();
  return key;
}

const unknownKey = () =>
  missing(
    "Your account has no such key any more. It was revoked, or a new key replaced it and its overlap is over. The list of keys has those that work.",
  );

function requireName(typedName: string | undefined): string {
  const name = KeyName.safeParse(typedName);
  if (name.success) return name.data;
  throw invalid("The name must be one line of 1 to 60 characters.", "name");
}

function endIn({ until = "" }: Record<string, string>, now: Date): string | undefined {
  if (until === "") return undefined;
  const end = endOfDay(until, now);
  if (end !== undefined) return end;
  throw invalid("Choose today or a later day, or no day for a key without an end.", "until");
}

function limitsIn(form: Record<string, string>): Pick<ApiKey, "max_payout_amount" | "max_daily_amount"> {
  const limitOf = (name: "max_payout_amount" | "max_daily_amount") => {
    if (!form[name]) return {};
    const cents = centsIn(form[name]);
    if (cents >= 100) return { [name]: cents };
    throw invalid("Enter an amount of at least $1.00, such as $1,250.50, or leave it empty.", name);
  };
  return { ...limitOf("max_payout_amount"), ...limitOf("max_daily_amount") };
}

function scopesIn(form: Record<string, string>): Scope[] {
  if (form.access !== "some") return [...scopes];
  const chosen = scopes.filter((scope) => form[`scope-${scope}`] === "yes");
  if (chosen.length > 0) return chosen;
  throw new Problem("parameter_missing", "Choose at least one permission, or full access.", "access");
}
