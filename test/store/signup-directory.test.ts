import { expect, test } from "@jest/globals";
import type { SignupStatus } from "../../shared/domain/signup/signup.ts";
import { declined } from "../support/receipts.ts";
import { begun, confirm } from "./signup-steps.ts";
import { engine, store } from "./store.ts";

// A century ahead: engines delete expired items by their own clock.
const at = (day: string) => new Date(`2126-${day}T09:30:00.000Z`);
const now = at("12-15");
const idsOf = (signups: readonly { signup_id: string }[]) => signups.map(({ signup_id }) => signup_id);
const listed = async (since: Date, status?: SignupStatus) =>
  idsOf((await store.listSignups({ since, status }, 100, now)).signups);

test("signups are listed over months by time, by status, page by page, and only while they exist", async () => {
  const ana = await begun("ana@example.com", at("10-05"));
  const bo = await begun("bo@example.com", at("10-30"));
  const cy = await begun("cy@example.com", at("12-01"));
  const dee = await begun("dee@example.com", at("12-02"));
  expect(await listed(at("10-01"))).toEqual(idsOf([dee, cy, bo, ana]));
  expect(await listed(at("10-30"))).toEqual(idsOf([dee, cy, bo]));

  for (const signup of [bo, cy]) {
    await store.putProof(signup.signup_id, "proof", "first", now);
    expect(await confirm(signup, now)).toBe(true);
  }
  await store.moveSignupToOpened(bo, "opened", now);
  await store.moveSignupToDeclined(ana, declined(now), now);
  expect(await listed(at("10-01"), "initiated")).toEqual(idsOf([dee]));
  expect(await listed(at("10-01"), "waitlist_joined")).toEqual(idsOf([cy]));
  expect(await listed(at("10-01"), "account_opened")).toEqual(idsOf([bo]));
  expect(await listed(at("10-01"), "declined")).toEqual(idsOf([ana]));

  const pages: string[][] = [];
  for (let after: string | undefined; pages.length < 3; ) {
    const page = await store.listSignups({ since: at("10-01"), after }, 2, now);
    pages.push(idsOf(page.signups));
    after = page.last;
    if (!after) break;
  }
  expect(pages).toEqual([idsOf([dee, cy]), idsOf([bo, ana]), []]);

  expect(await store.deleteSignup(dee, now)).toBe(true);
  expect(await listed(at("10-01"))).toEqual(idsOf([cy, bo, ana]));
  const rows = await engine.items("SIGNUP_DIRECTORY");
  expect(rows).toHaveLength(3);
  expect(Object.fromEntries(rows.map(({ status, ttl }) => [status, ttl]))).toEqual({
    waitlist_joined: undefined,
    account_opened: undefined,
    declined: Date.parse("2127-03-15T09:30:00.000Z") / 1000,
  });
});

test("an expired signup that is still stored is not listed", async () => {
  const old = await begun("old@example.com", at("01-02"));
  expect(await listed(at("01-01"))).not.toContain(old.signup_id);
});
