import { Problem } from "../contract/errors.ts";
import { hashOfKey } from "../crypto/key-hash.ts";
import { MOST_KEYS } from "../domain/account/account.ts";
import { type ApiKey, newApiKey, newKeyRecord } from "../domain/account/api-key.ts";
import { KeyName } from "../domain/account/dashboard-forms.ts";
import { type Scope, scopes } from "../domain/account/scope.ts";
import type { Result } from "../http/serve/responses.ts";
import { keysPage } from "../pages/developers/keys-page.tsx";
import { newKeyPage } from "../pages/developers/new-key-page.tsx";
import { seeOther } from "../pages/layout/serve-page.tsx";
import { moveKeyToRevoked, putKey } from "../store/account/accounts.ts";
import { listApiKeys } from "../store/account/api-keys.ts";
import { dropEndedKeys, moveKeyToRotated } from "../store/account/rotations.ts";
import type { DashboardRequest } from "./serve-dashboard.tsx";

export async function showKeys({ shown, account, owner, query, now }: DashboardRequest): Promise<Result> {
  const keys = await keysOf(account, owner.mode);
  const isLiveOpen = owner.mode === "test" || account.verified;
  return keysPage(shown, { keys, isLiveOpen, done: query.get("done") ?? undefined, now });
}

const keysOf = async (account: DashboardRequest["account"], mode: string): Promise<ApiKey[]> =>
  (await listApiKeys((account.keys ?? []).map(({ hash }) => hash))).filter((key) => key.mode === mode);

export async function createKey({ shown, account, owner, form, now }: DashboardRequest): Promise<Result> {
  const name = requireName(form.name);
  const wanted = scopesIn(form);
  const current = await dropEndedKeys(account, now);
  const text = newApiKey(owner.mode);
  const key = { ...newKeyRecord(current, owner.mode, wanted, now), name, ending: text.slice(-4) };
  const made = await putKey(current, key, hashOfKey(text), MOST_KEYS);
  if (made.outcome === "made") return newKeyPage(shown, { key, text });
  throw new Problem(
    "status_conflict",
    made.outcome === "full"
      ? `The account already has the maximum of ${MOST_KEYS} keys. Revoke one first.`
      : "The account changed at the same time. Try again.",
  );
}

export async function rotateKey(request: DashboardRequest): Promise<Result> {
  const { shown, account, owner, form, now } = request;
  const old = await requireKey(request);
  if (old.expires_at)
    throw new Problem("status_conflict", "This key was rotated already. Rotate the key that replaces it.");
  const hours = /^\d{1,2}$/.test(form.overlap ?? "") ? Number(form.overlap) : Number.NaN;
  if (!(hours <= 24))
    throw new Problem("parameter_invalid", "The overlap must be a whole number of hours, from 0 to 24.");
  const current = await dropEndedKeys(account, now);
  const text = newApiKey(owner.mode);
  const key = {
    ...newKeyRecord(current, owner.mode, old.scopes, now),
    ...(old.name && { name: old.name }),
    ending: text.slice(-4),
  };
  const endsAt = new Date(now.getTime() + hours * 3_600_000);
  const made = { key, hash: hashOfKey(text) };
  const rotation = await moveKeyToRotated(current, old.key_id, made, endsAt, now);
  if (rotation === "gone")
    throw new Problem("status_conflict", "The key changed at the same time. Reload the list of keys.");
  if (rotation === "full")
    throw new Problem(
      "status_conflict",
      "Too many rotated keys still work. Rotate without an overlap, or revoke some of them.",
    );
  return newKeyPage(shown, {
    key,
    text,
    replaced: { ending: old.ending, endsAt: endsAt.toISOString(), hours },
  });
}

export async function revokeKey(request: DashboardRequest): Promise<Result> {
  const key = await requireKey(request);
  if (!(await moveKeyToRevoked(key.key_id, request.now))) throw unknownKey();
  return seeOther(`/developers/keys/${request.owner.mode}?done=revoked`);
}

/** A key of the account in this mode, which still works. */
async function requireKey({ account, owner, params, now }: DashboardRequest): Promise<ApiKey> {
  const key = (await keysOf(account, owner.mode)).find(({ key_id }) => key_id === params.id);
  if (!key || (key.expires_at && Date.parse(key.expires_at) <= now.getTime())) throw unknownKey();
  return key;
}

const unknownKey = () =>
  new Problem(
    "resource_missing",
    "Your account has no such key any more. It was revoked, or a new key replaced it and its overlap is over. The list of keys has those that work.",
  );

function requireName(given: string | undefined): string {
  const name = KeyName.safeParse(given);
  if (name.success) return name.data;
  throw new Problem("parameter_invalid", "The name must be one line of 1 to 60 characters.");
}

/** All scopes unless the form chose some. */
function scopesIn(form: Record<string, string>): Scope[] {
  if (form.access !== "some") return [...scopes];
  const chosen = scopes.filter((scope) => form[`scope-${scope}`] === "yes");
  if (chosen.length > 0) return chosen;
  throw new Problem("parameter_missing", "Choose at least one permission, or full access.");
}
