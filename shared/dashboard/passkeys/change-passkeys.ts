import { invalid, missing, statusConflict } from "../../contract/errors.ts";
import { KeyName } from "../../domain/account/dashboard-forms.ts";
import { MAX_PASSKEYS } from "../../domain/account/passkey.ts";
import { sortableId } from "../../domain/item/ids.ts";
import type { Result } from "../../http/serve/responses.ts";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { listMembers } from "../../store/account/members.ts";
import { putPasskeys } from "../../store/account/passkeys.ts";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { requireChallenge } from "./seal-challenge.ts";
import { challengeIn, createdPasskey } from "./webauthn.ts";

const ACCOUNT = "/developers/account/test";

const changedMeanwhile = () => statusConflict("Your passkeys changed at the same time. Reload the page.");

export async function addPasskey(request: DashboardRequest): Promise<Result> {
  const { member, form, now, remember } = request;
  const { passkeys = [] } = member;
  const name = KeyName.safeParse(form.name ?? "");
  if (!name.success) throw invalid("Enter a name of up to 60 characters, such as My phone.", "name");
  if (passkeys.length >= MAX_PASSKEYS)
    throw statusConflict(`You already have the maximum of ${MAX_PASSKEYS} passkeys. Remove one first.`);
  const challenge = challengeIn(form);
  const use = await requireChallenge("add", challenge, request);
  const created = await createdPasskey(request, challenge);
  if (passkeys.some(({ credential_id }) => credential_id === created.credential_id))
    throw statusConflict("You have this passkey already.");
  const passkey_id = sortableId("psk_", now);
  const passkey = { passkey_id, name: name.data, ...created, created_at: now.toISOString() };
  const page = `${ACCOUNT}?done=passkey-added`;
  const change = { member, after: [...passkeys, passkey], about: "added", use } as const;
  if (await putPasskeys(change, now, remember(page))) return seeOther(page);
  throw changedMeanwhile();
}

/** Without the last one, an emailed link would prove the person again. So another admin removes that. */
export async function removePasskey(request: DashboardRequest): Promise<Result> {
  const { member, params, now, remember } = request;
  const { passkeys = [] } = member;
  const after = passkeys.filter(({ passkey_id }) => passkey_id !== params.id);
  if (after.length === passkeys.length) throw missing("You have no such passkey any more. Reload the page.");
  if (after.length === 0) throw statusConflict(LAST);
  const page = `${ACCOUNT}?done=passkey-removed`;
  if (await putPasskeys({ member, after, about: "removed" }, now, remember(page))) return seeOther(page);
  throw changedMeanwhile();
}

const LAST =
  "This is your last passkey. Add another one first, or ask another admin to remove it on the Team page.";

/** All of another member's, who lost their devices, say. */
export async function resetPasskeys({
  account,
  member,
  params,
  now,
  remember,
}: DashboardRequest): Promise<Result> {
  const members = await listMembers(account.account_id);
  const target = members.find(({ member_id }) => member_id === params.id);
  if (!target) throw missing("Your account has no such member any more. Reload the page.");
  if (target.member_id === member.member_id)
    throw statusConflict("Another admin must remove your passkeys. Ask one, or write to us.");
  if (!target.passkeys?.length) throw statusConflict("This member has no passkey.");
  const page = "/developers/account/test/team?done=passkeys";
  const change = { member: target, after: [], about: "reset" } as const;
  if (await putPasskeys(change, now, remember(page))) return seeOther(page);
  throw changedMeanwhile();
}
