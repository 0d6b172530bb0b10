import { expect, jest, test } from "@jest/globals";
import { serveSecret } from "../support/cloud/served.ts";
import { store } from "./store.ts";

/** A Secrets Manager with one value, which the test rotates. */
const manager = { value: "first" };
await serveSecret(() => manager.value);

test("a disowned mailbox gets only the emails to its members, and none after a complaint, in either order", async () => {
  const { putSuppression, disownedWrites, isSuppressed, hashMailbox, transact } = store;
  const now = new Date();
  const disown = async (email: string) => transact(disownedWrites(await hashMailbox(email), now));
  const judged = async (email: string) => [
    await isSuppressed(email),
    await isSuppressed(email, { evenDisowned: true }),
  ];
  await disown("dee@example.com");
  expect(await judged("dee+1@example.com")).toEqual([true, false]);
  await putSuppression("dee@example.com", "complained", now);
  expect(await judged("dee@example.com")).toEqual([true, true]);

  await putSuppression("fay@example.com", "complained", now);
  await disown("fay@example.com");
  expect(await judged("fay@example.com")).toEqual([true, true]);

  await putSuppression("gus@example.com", "bounced", now);
  await disown("gus@example.com");
  expect(await judged("gus@example.com")).toEqual([true, true]);
});

test("a suppression survives rotations of the key, also one by an environment with the value of before", async () => {
  const { putSuppression, isSuppressed, hashMailbox } = store;
  const clock = jest.spyOn(Date, "now");
  const minute = (n: number) => clock.mockReturnValue(1_900_000_000_000 + n * 61_000);
  const now = new Date();
  minute(0);
  await putSuppression("ana+1@example.com", "complained", now);
  const [before] = await hashMailbox("ana@example.com");
  manager.value = "second,first";
  // Not read yet: this environment still writes with the first value.
  await putSuppression("bob@example.com", "bounced", now);
  minute(1);
  const [newest, older] = await hashMailbox("Ana+2@example.com");
  expect(older).toBe(before);
  expect(newest).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
  expect(newest.split(".")[0]).not.toBe(before.split(".")[0]);
  expect([await isSuppressed("ana+2@example.com"), await isSuppressed("bob+3@example.com")]).toEqual([
    true,
    true,
  ]);
  // One written under both values is found by an environment that knows the first only.
  await putSuppression("eve@example.com", "complained", now);
  manager.value = "first";
  minute(2);
  expect(await isSuppressed("eve+1@example.com")).toBe(true);
  clock.mockRestore();
});
