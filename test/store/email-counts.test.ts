import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sortableId } from "../../shared/domain/item/ids.ts";
import {
  type LiveSignup,
  mailboxLimits,
  otherSpellingsLimit,
  startSignup,
} from "../../shared/domain/signup/signup.ts";
import type { InLine } from "../../shared/store/share/waiting-emails.ts";
import { engine, store } from "./store.ts";

process.env.CONFIRMATIONS_PER_HOUR = "100000";

const HOUR = 3_600_000;
// In the future: an engine deletes expired items by its own clock. Tests do not share hours.
let hours = Date.parse("2126-11-21T00:00:00Z");
const freshHours = (count: number): number => {
  hours += (count + 2) * HOUR;
  return hours - count * HOUR;
};

let signups = 0;
const freshName = () => `ana${++signups}`;

/** A signup whose creation, or whose button, asks for an email at an instant. */
async function asking(email: string, now: Date, cause: "creation" | "button"): Promise<LiveSignup> {
  const signup = startSignup({ email }, cause === "creation" ? now : new Date(now.getTime() - 1));
  expect(await store.putSignup(signup)).toBeUndefined();
  return signup;
}
const lineAt = (now: Date, turn = 0): InLine => ({
  lane: "creation",
  turn,
  entry_id: sortableId("", now),
  isNext: true,
});
const send = (signup: LiveSignup, now: Date) =>
  store.putCountedProof(signup, "proof", now.toISOString(), lineAt(now), now);

const againIfContended = (error: Error) => {
  if (error.name !== "Conflict") throw error;
  return "again";
};

test("an email counts once, though its first sender crashed", async () => {
  const instant = new Date(freshHours(1));
  const signup = await asking(`${freshName()}@example.com`, instant, "creation");
  expect(await send(signup, instant)).toBe("added");
  const after = new Date(instant.getTime() + 60_000);
  const again = store.putCountedProof(signup, "proof", instant.toISOString(), lineAt(after), after);
  expect(await again).toBe("busy");
});

const requests = fc.array(
  fc.record({
    cause: fc.constantFrom("creation" as const, "button" as const),
    gap: fc.oneof(fc.integer({ min: 2, max: 5_000_000 }), fc.integer({ min: 2, max: 100_000_000 })),
    tag: fc.integer({ min: 0, max: 99 }),
  }),
  { minLength: 1, maxLength: 20 },
);

test("the limits decide as a plain list of instants does, in all spellings together", async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (attempts) => {
      const mailbox = freshName();
      const sent = { creation: [] as number[], button: [] as number[] };
      let at = freshHours(attempts.reduce((sum, { gap }) => sum + gap, 0) / HOUR + 1);
      for (const [i, { cause, gap, tag }] of attempts.entries()) {
        at += gap;
        const now = new Date(at);
        const signup = await asking(`${mailbox}+${i}.${tag}@example.com`, now, cause);
        // All addresses here have a tag.
        const { count, seconds } = cause === "button" ? otherSpellingsLimit : mailboxLimits[cause];
        const mayBeSent = sent[cause].filter((instant) => instant > at - seconds * 1000).length < count;
        expect(await send(signup, now)).toBe(mayBeSent ? "added" : "limited");
        if (mayBeSent) sent[cause].push(at);
      }
    }),
    { numRuns: 25 },
  );
});

test("of 30 simultaneous emails to spellings of a mailbox, exactly two at creation and two by the button are sent", async () => {
  const mailbox = freshName();
  const now = new Date(freshHours(1));
  for (const cause of ["creation", "button"] as const) {
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, i) => asking(`${mailbox}+${cause}${i}@example.com`, now, cause)),
    );
    const outcomes: unknown[] = [];
    // A sender that loses all races to others is tried again, as the queue does.
    for (let left = answers; left.length > 0; ) {
      const results = await Promise.all(left.map((signup) => send(signup, now).catch(againIfContended)));
      outcomes.push(...results.filter((result) => result !== "again"));
      left = left.filter((_, i) => results[i] === "again");
    }
    expect(outcomes.filter((outcome) => outcome === "added")).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === "limited")).toHaveLength(13);
  }
});

test.each(["example.com", "gmail.com"])(
  "at %s, buttons of other spellings leave the plain spelling one of the three emails",
  async (domain) => {
    const mailbox = freshName();
    const now = freshHours(1);
    const press = async (email: string) => {
      const signup = await asking(email, new Date(now), "creation");
      const outcomes = [];
      for (let i = 1; i <= 4; i++) outcomes.push(await send(signup, new Date(now + i)));
      return outcomes;
    };
    expect(await press(`${mailbox}+x@${domain}`)).toEqual(["added", "added", "limited", "limited"]);
    expect(await press(`${mailbox}@${domain}`)).toEqual(["added", "limited", "limited", "limited"]);
    expect(await press(`${freshName()}@${domain}`)).toEqual(["added", "added", "added", "limited"]);
  },
);

test("an email that is tried again counts once, and a settled one not at all", async () => {
  const mailbox = freshName();
  const at = freshHours(3);
  const now = new Date(at);
  const signup = await asking(`${mailbox}@example.com`, now, "creation");
  expect(await send(signup, now)).toBe("added");
  expect(await send(signup, now)).toBe("busy");
  const later = new Date(at + HOUR);
  // The count is on the signup, so the sender claims it without another one.
  expect(await store.findSignup(signup.signup_id, later)).toMatchObject({
    mails_counted: new Set([now.toISOString()]),
  });
  expect(await store.putProof(signup.signup_id, "proof", now.toISOString(), later)).toBe("added");
  await store.putEmailDone(signup.signup_id, now.toISOString(), "sent", later);
  expect(await store.putCountedProof(signup, "proof", now.toISOString(), lineAt(later), later)).toBe(
    "settled",
  );
  expect(await send(await asking(`${mailbox}+1@example.com`, later, "creation"), later)).toBe("added");
  expect(await send(await asking(`${mailbox}+2@example.com`, later, "creation"), later)).toBe("limited");
});

test("the table stores a mailbox as a keyed hash", async () => {
  const mailbox = `secretive${freshName()}`;
  const now = new Date(freshHours(1));
  await send(await asking(`${mailbox}@example.com`, now, "creation"), now);
  const limits = await engine.items("LIMIT");
  expect(JSON.stringify(limits)).not.toContain(mailbox);
  expect(limits.map(({ pk }) => pk)).toContainEqual(
    expect.stringMatching(/^LIMIT#confirmation-creation#[0-9a-f]{8}\.[0-9a-f]{64}$/),
  );
});

/** The lane of creations then has six emails an hour, and three at once. */
const small = () => Object.assign(process.env, { CONFIRMATIONS_PER_HOUR: "20" });

test("an email without room counts nowhere, and is sent when there is room", async () => {
  small();
  const now = new Date(freshHours(4));
  for (let i = 0; i < 3; i++)
    expect(await send(await asking(`${freshName()}@example.com`, now, "creation"), now)).toBe("added");
  const signup = await asking(`${freshName()}@example.com`, now, "creation");
  expect(await send(signup, now)).toBe("waits");
  expect((await store.findSignup(signup.signup_id, now)) as LiveSignup).not.toHaveProperty("mails_counted");
  const put = (at: number) =>
    store.putCountedProof(signup, "proof", now.toISOString(), lineAt(now), new Date(now.getTime() + at));
  expect(await put(HOUR / 3 - 1)).toBe("waits");
  expect(await put(HOUR / 3)).toBe("added");
});

test("an email that its mailbox refuses takes no room", async () => {
  small();
  const mailbox = freshName();
  const now = new Date(freshHours(2));
  const to = async (email: string) => send(await asking(email, now, "creation"), now);
  const outcomes = [];
  for (let i = 0; i < 6; i++) outcomes.push(await to(`${mailbox}+${i}@example.com`));
  expect(outcomes).toEqual(["added", "added", ...Array(4).fill("limited")]);
  expect(await to(`${freshName()}@example.com`)).toBe("added");
  expect(await to(`${freshName()}@example.com`)).toBe("waits");
});
