import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import * as z from "zod/mini";
import { driverCreated } from "../../shared/domain/event/driver-events.ts";
import {
  deliveredBody,
  EventEnvelope,
  eventBody,
  isSubscribed,
  newPing,
  Subscription,
} from "../../shared/domain/event/event.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import { newEvent } from "../../shared/domain/event/new-event.ts";
import { anyCharacter } from "../support/any-text.ts";

const now = new Date("2026-11-21T09:30:00.000Z");
describe.each(EventType.options)("%s", (type) => {
  const { data, example, emitted_by } = catalogue[type];

  test("the example has every field of the sandbox's data and no other", () => {
    const whole = z.strictObject(data.shape).parse(example);
    // A payout of live mode has the dates of its bank.
    const fields = Object.entries<z.ZodMiniType>(data.shape).filter(
      ([, field]) => !(field instanceof z.ZodMiniOptional),
    );
    expect(Object.keys(whole).sort()).toEqual(fields.map(([name]) => name).sort());
    expect(emitted_by.length).toBeGreaterThan(0);
  });

  test("the data have no personal data", () => {
    const fields = Object.keys(data.shape).join(" ");
    expect(fields).not.toMatch(/email|name|phone|ssn|last4|account_number|routing|url|income|gross|earning/);
  });
});

const data = { ...catalogue["driver.created"].example } as never;

test("an event has four fields and an id that sorts by its instant", () => {
  const event = newEvent(driverCreated, data, now);
  expect(EventEnvelope.parse(event)).toEqual(event);
  expect(event.id).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(Object.keys(JSON.parse(eventBody(event)))).toEqual(["id", "type", "created_at", "data"]);
  expect(newEvent(driverCreated, data, new Date(now.getTime() + 1)).id > event.id).toBe(true);
});

test("an event drops uncatalogued fields and rejects wrong data", () => {
  const event = newEvent(driverCreated, { ...(data as object), email: "ana@example.com" } as never, now);
  expect(eventBody(event)).not.toContain("ana@");
  expect(() => newEvent(driverCreated, { id: 1 } as never, now)).toThrow();
});

test("a delivered body is the stored JSON in ASCII", () => {
  expect(deliveredBody('{"a":"Zoë \u007f\u2028 王 🚲"}')).toBe(
    '{"a":"Zo\\u00eb \\u007f\\u2028 \\u738b \\ud83d\\udeb2"}',
  );
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (name, text) => {
      const stored = JSON.stringify({ [name]: text });
      const sent = deliveredBody(stored);
      expect(sent).toMatch(/^[ -~]*$/);
      expect(JSON.stringify(JSON.parse(sent))).toBe(stored);
    }),
  );
});

test("a subscription is a catalogued type or *", () => {
  expect(["*", "tax.1099.ready"].map((type) => Subscription.safeParse(type).success)).toEqual([true, true]);
  expect(["ping", "payment.*", "", "toString"].map((type) => Subscription.safeParse(type).success)).toEqual(
    Array(4).fill(false),
  );
});

test("a subscription matches its types and never a ping", () => {
  expect(isSubscribed(["driver.created"], "driver.created")).toBe(true);
  expect(isSubscribed(["driver.created"], "driver.updated")).toBe(false);
  expect(isSubscribed(["*"], "driver.updated")).toBe(true);
  expect(isSubscribed(["*"], newPing("wh_1", false, now).type)).toBe(false);
});
