import { expect, test } from "@jest/globals";
import { sortableId } from "../../shared/domain/ids.ts";
import { engine, store } from "./store.ts";

const START = Date.parse("2126-11-21T09:30:00.000Z");
const after = (seconds: number) => new Date(START + seconds * 1000);

test("after a crash between the claim and the email, another sender gets the claim a minute later", async () => {
  const id = sortableId("", after(0));
  expect(await store.putEmailClaim(id, after(0))).toBe("claimed");
  expect(await store.putEmailClaim(id, after(59))).toBe("busy");
  expect(await store.putEmailClaim(id, after(60))).toBe("claimed");
  expect(await store.putEmailClaim(id, after(61))).toBe("busy");
});

test("an email that was sent is never claimed again, for as long as its entry can be relayed", async () => {
  const id = sortableId("", after(0));
  await store.putEmailClaim(id, after(0));
  await store.moveEmailToSettled(id, after(1));
  expect(await store.putEmailClaim(id, after(7 * 86_400))).toBe("settled");
  const [item] = (await engine.items("EMAIL")).filter(({ pk }) => pk === `EMAIL#${id}`);
  expect(item?.ttl).toBe(START / 1000 + 8 * 86_400);
});

test("a sender that follows a fault learns that the email was counted", async () => {
  const id = sortableId("", after(0));
  await store.putEmailClaim(id, after(0));
  const { write } = store;
  await write(store.countedWrite(id, after(1)));
  expect(await store.putEmailClaim(id, after(59))).toBe("busy");
  expect(await store.putEmailClaim(id, after(60))).toBe("counted");
  await store.moveEmailToSettled(id, after(61));
  expect(await store.putEmailClaim(id, after(200))).toBe("settled");
});

test("an email that waits for its turn is sent later, once", async () => {
  const { sendOnce } = await import("../../shared/mail/send-once.ts");
  const entry_id = sortableId("", after(0));
  const attempts: boolean[] = [];
  const send = (outcome: "waits" | "sent") => async (isCounted: boolean) => {
    attempts.push(isCounted);
    return outcome;
  };
  expect(await sendOnce(entry_id, after(0), send("waits"))).toBe("waits");
  expect(await sendOnce(entry_id, after(60), send("sent"))).toBe("sent");
  expect(await sendOnce(entry_id, after(120), send("sent"))).toBe("settled");
  expect(attempts).toEqual([false, false]);
});

test("of two senders at once, one gets the claim", async () => {
  const id = sortableId("", after(0));
  const claims = await Promise.all([1, 2, 3].map(() => store.putEmailClaim(id, after(0))));
  expect(claims.sort()).toEqual(["busy", "busy", "claimed"]);
});
