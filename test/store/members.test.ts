import { expect, test } from "@jest/globals";
import { type Member, newMember } from "../../shared/domain/account/member.ts";
import { registerPartner } from "../../shared/domain/account/partner.ts";
import { engine, store } from "./store.ts";

const { transact } = store;

const { erasePersonRun } = await import("../../shared/operators/person/erase-person.ts");

/** A century ahead: engines delete expired items by their own clock. */
const now = new Date("2126-11-21T09:30:00.000Z");

/** Makes an address the member of so many accounts. Their ids sort by their numbers. */
async function memberOf(email: string, count: number, signedIn: readonly number[] = []): Promise<Member[]> {
  const members: Member[] = [];
  for (let i = 0; i < count; i++) {
    const number = String(i).padStart(3, "0");
    const of = {
      account_id: `acct_${number}_${email}`,
      partner_id: `co-${number}`,
      email,
      role: "admin",
    } as const;
    const signed_in_at = signedIn.includes(i) ? { signed_in_at: now.toISOString() } : {};
    const member = { ...newMember(of, now), ...signed_in_at };
    await transact(store.memberWrites(member));
    members.push(member);
  }
  return members;
}

test("accounts in which the address has signed in are offered first, also behind many others", async () => {
  const members = await memberOf("ana@flooded.example", 60, [40, 55]);
  const listed = await store.listMembersByEmail("ana@flooded.example");
  const order = [members[40], members[55], ...members.filter((_, i) => i !== 40 && i !== 55)];
  expect(listed.map(({ account_id }) => account_id)).toEqual(order.map((member) => member?.account_id));
});

test("an address with very many accounts is offered those it signed in to, and the oldest and newest others", async () => {
  const members = await memberOf("bea@flooded.example", 205, [102]);
  const listed = await store.listMembersByEmail("bea@flooded.example");
  const offered = [members[102], ...members.slice(0, 100), ...members.slice(-99)];
  expect(listed.map(({ account_id }) => account_id)).toEqual(offered.map((member) => member?.account_id));
});

test("two admins who delete each other at once leave one", async () => {
  const account = { account_id: "acct_two_admins", partner_id: "co-two-admins", role: "admin" } as const;
  const [gil, other] = ["gil@two.example", "hal@two.example"].map((email) =>
    newMember({ ...account, email }, now),
  ) as [Member, Member];
  for (const member of [gil, other]) await transact(store.memberWrites(member));
  const deleted = await Promise.all([store.deleteMember(gil, other), store.deleteMember(other, gil)]);
  expect(deleted.filter(Boolean)).toHaveLength(1);
  expect(await store.listMembers(account.account_id)).toHaveLength(1);
});

test("the erasure of a person erases the members and contacts of every account", async () => {
  const email = "eve@erased.example";
  await memberOf(email, 23);
  for (let i = 0; i < 3; i++) {
    const { partner, account } = registerPartner({ company: `Company ${i}`, email }, `company-${i}`, now);
    await store.putPartner(partner, account);
  }
  const plan = await erasePersonRun({ person: email, lock: true }, { now, reason: "", reveal: false });
  if (!("act" in plan)) throw new Error(plan.message);
  expect(await plan.act()).toMatchObject({ ok: true });
  expect(JSON.stringify(await engine.items())).not.toContain(email);
});
