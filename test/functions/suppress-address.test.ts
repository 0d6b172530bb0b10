import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { startEngine } from "../support/cloud/engine.ts";
import { complaintOf } from "../support/cloud/mailbox.ts";

const engine = await startEngine();
const { handler } = await import("../../functions/events/suppress-address.ts");
const { isSuppressed } = await import("../../shared/store/signup/suppressions.ts");

const read = (...bodies: string[]) =>
  handler({ Records: bodies.map((body, i) => ({ messageId: String(i), body })) } as never);
const tell = (message: object) => read(JSON.stringify(message));
const bounce = (bounceType: string, emailAddress: string) => ({
  eventType: "Bounce",
  bounce: {
    bounceType,
    bouncedRecipients: [{ emailAddress, status: "5.1.1" }],
    timestamp: "2026-11-21T09:30:00Z",
  },
  mail: { messageId: "1" },
});

test("a complaint from one spelling stops email to all spellings of the mailbox", async () => {
  await read(complaintOf("Loud+1@Example.com"));
  for (const spelling of ["loud@example.com", "LOUD+2@example.com", "loud+1@EXAMPLE.com"])
    expect(await isSuppressed(spelling)).toBe(true);
  expect(await isSuppressed("l.oud@example.com")).toBe(false);
});

test("a bounce of one spelling does not stop email to the others", async () => {
  await tell(bounce("Permanent", "Victim+nosuchbox@Example.com"));
  expect(await isSuppressed("victim+nosuchbox@example.com")).toBe(true);
  expect(await isSuppressed("victim@example.com")).toBe(false);
});

test("the table has no address and no plain hash of one", async () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  await read(complaintOf("hidden@example.com"));
  const items = JSON.stringify(await engine.items("SUPPRESSION"));
  expect(items).not.toContain("hidden");
  expect(items).not.toContain(sha256("hidden@example.com"));
});

test("an unreadable message returns to the queue, and the rest of its batch takes effect", async () => {
  const complaint = complaintOf("angry@example.com");
  const { batchItemFailures } = await read("{", complaint, '{"eventType":"Bounce"}');
  expect(batchItemFailures).toEqual([{ itemIdentifier: "0" }, { itemIdentifier: "2" }]);
  expect(await isSuppressed("angry@example.com")).toBe(true);
});

test("a temporary bounce stops no email, and a bounce stops email to no other address", async () => {
  await tell(bounce("Transient", "full@example.com"));
  expect(await isSuppressed("full@example.com")).toBe(false);
  expect(await isSuppressed("somebody@example.com")).toBe(false);
});

test("the test message of SES to a new topic is no failure", async () => {
  const greeting = "Successfully validated SNS topic for Amazon SES event publishing.";
  expect(await read(greeting)).toEqual({ batchItemFailures: [] });
});
