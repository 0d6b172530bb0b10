import { expect, test } from "@jest/globals";
import { sortableId } from "../../shared/domain/ids.ts";
import { mailboxLimits, startSignup } from "../../shared/domain/signup/signup.ts";
import { store } from "./store.ts";

test("an email over its mailbox's limits is dropped, and a redrive on the next day does not send it", async () => {
  const { newDeadline } = await import("../../shared/mail/deliver-mail.ts");
  const { sendConfirmation } = await import("../../shared/mail/send-confirmation.ts");
  const { putCountedProof } = store;
  const { findSignup, putSignup } = store;
  const now = new Date("2126-11-21T09:30:00.000Z");
  const inLane = { lane: "creation", turn: 0 } as const;
  const line = () => ({ ...inLane, entry_id: sortableId("", now), isNext: false });
  const nextDay = new Date("2126-11-22T10:30:00.000Z");
  const signUp = async (email: string) => {
    const signup = startSignup({ email }, now);
    expect(await putSignup(signup)).toBeUndefined();
    return signup;
  };
  for (let i = 0; i < mailboxLimits.creation.count; i++) {
    const other = await signUp(`ana+${i}@example.com`);
    expect(await putCountedProof(other, "proof", other.created_at, line(), now)).toBe("added");
  }
  const { signup_id, created_at } = await signUp("ana@example.com");
  const request = { kind: "mail", mail: "confirmation", signup_id, asked_at: created_at, ...inLane } as const;
  expect(await sendConfirmation(request, line(), now, newDeadline())).toBe("limited");
  expect(await sendConfirmation(request, line(), nextDay, newDeadline())).toBe("settled");
  expect(await findSignup(signup_id, nextDay)).not.toHaveProperty("proofs");
});
