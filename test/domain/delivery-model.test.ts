import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { DeliveryWorld, type Script } from "./delivery-world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The receiver's behavior from an instant on. */
const mood = fc.constantFrom(
  "up",
  "500",
  "timeout",
  "refused_connection",
  "429",
  "410_cut_off",
  "up",
  "up",
  "500",
);
const spans = (days: number) =>
  fc.array(fc.record({ at: fc.nat({ max: days * 24 * HOUR }), mood }), { maxLength: 12 });

const script = (more: Partial<Record<keyof Script, fc.Arbitrary<unknown>>>): fc.Arbitrary<Script> =>
  fc.record({
    seed: fc.nat(),
    mode: fc.constantFrom("live", "test"),
    events: fc.array(fc.nat({ max: 6 * 24 * HOUR }), { minLength: 1, maxLength: 12 }),
    moods: spans(8),
    /** Percentages: a signer crashes (after claim, POST or first write), stalls, or gets a hint twice. */
    dies: fc.nat({ max: 15 }),
    diesUntil: fc.constant(Number.POSITIVE_INFINITY),
    stalls: fc.nat({ max: 10 }),
    doubles: fc.nat({ max: 50 }),
    goneAt: fc.constant(undefined),
    resends: fc.array(fc.nat({ max: 6 * 24 * HOUR }), { maxLength: 6 }),
    enables: fc.array(fc.nat({ max: 9 * 24 * HOUR }), { maxLength: 2 }),
    ...more,
  }) as fc.Arbitrary<Script>;

/** Written by hand, so that a mistake in the rule is not also one in its test. */
const steps = {
  live: [5, 30, 120, 600, 1800, 3600, 10800, 21600, 36000, 36000, 36000, 36000, 36000, 36000],
  test: [5, 120, 600],
} as const;

test("attempts follow the schedule and stop when the endpoint is disabled", () => {
  fc.assert(
    fc.property(
      script({ goneAt: fc.option(fc.nat({ max: 8 * 24 * HOUR }), { nil: undefined }) }),
      (chosen) => {
        const world = new DeliveryWorld(chosen).run();
        expect(world.callsWhileDisabled).toEqual([]);
        for (const { delivery, posts, waits } of world.deliveries) {
          const allowed = steps[chosen.mode];
          for (const { failure, seconds, retryAfter } of waits) {
            const step = allowed[failure - 1] as number;
            const asked = Math.min(retryAfter, 2 * step);
            expect(seconds).toBeGreaterThanOrEqual(Math.max(0.8 * step, asked) - 0.001);
            expect(seconds).toBeLessThanOrEqual(Math.max(1.2 * step, asked) + 0.001);
          }
          // No attempt is earlier than due, clocks allowed for, nor later than the next hint after that.
          for (const { kind, at, due, freeSince } of posts.filter(({ kind }) => kind === "scheduled"))
            expect([kind, at >= due - 500, at - Math.max(due, freeSince) <= MINUTE]).toEqual([
              kind,
              true,
              true,
            ]);
          const counted = posts.filter(
            ({ kind, noted, gone }) => kind === "scheduled" && noted === "own" && !gone,
          );
          expect(counted.length).toBeLessThanOrEqual((allowed.length + 1) * (1 + chosen.enables.length));
          expect(delivery.attempts.length).toBeLessThanOrEqual(20);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("a settled status is true: delivered after a 2xx, failed after the whole schedule, held for a disabled endpoint", () => {
  fc.assert(
    fc.property(
      script({ goneAt: fc.option(fc.nat({ max: 8 * 24 * HOUR }), { nil: undefined }) }),
      (chosen) => {
        const world = new DeliveryWorld(chosen).run();
        expect(world.heldWhileActive).toEqual([]);
        for (const { delivery, posts } of world.deliveries) {
          const got = posts.some(({ outcome }) => outcome === "delivered");
          if (delivery.status === "delivered") expect(got).toBe(true);
          if (delivery.status === "held") expect(world.wasDisabled).toBe(true);
          if (delivery.status === "failed") {
            expect(delivery.failures).toBe(steps[chosen.mode].length + 1);
            // A 2xx whose signer crashed before it was recorded cannot be known.
            expect(posts.filter(({ noted }) => noted).map(({ outcome }) => outcome)).not.toContain(
              "delivered",
            );
          }
          expect(["delivered", "held", "failed"]).toContain(delivery.status);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("every event reaches an enabled receiver that recovers within the schedule", () => {
  const outages = script({
    mode: fc.constant("live"),
    // Everything works again two days after the last event: the shortest schedule ends after 56 hours.
    events: fc.array(fc.nat({ max: 24 * HOUR }), { minLength: 1, maxLength: 8 }),
    diesUntil: fc.constant(49 * HOUR),
    moods: spans(2).map((all) => [...all, { at: 49 * HOUR, mood: "up" }]),
  });
  fc.assert(
    fc.property(outages, (chosen) => {
      const world = new DeliveryWorld(chosen).run();
      expect(world.wasDisabled).toBe(false);
      expect(world.deliveries.map(({ delivery }) => delivery.status)).toEqual(
        chosen.events.map(() => "delivered"),
      );
    }),
    { numRuns: 150 },
  );
});

test("every requested resend is made beside the schedule", () => {
  const calm = script({ dies: fc.constant(0), stalls: fc.constant(0), enables: fc.constant([]) });
  fc.assert(
    fc.property(calm, (chosen) => {
      const world = new DeliveryWorld(chosen).run();
      fc.pre(!world.wasDisabled);
      for (const { posts, resendsAsked, delivery } of world.deliveries) {
        expect(posts.filter(({ kind }) => kind === "manual")).toHaveLength(resendsAsked);
        // It neither used a scheduled attempt nor stopped the schedule.
        const scheduled = posts.filter(({ kind }) => kind === "scheduled").length;
        expect(delivery.failures).toBe(
          scheduled - posts.filter((one) => one.kind === "scheduled" && one.outcome === "delivered").length,
        );
        if (delivery.status === "failed") expect(scheduled).toBe(steps[chosen.mode].length + 1);
      }
    }),
    { numRuns: 100 },
  );
});

test("an endpoint that fails for five days gets a warning after one day, then is disabled with an email", () => {
  const dead = script({
    moods: fc.constant([{ at: 0, mood: "500" }]),
    events: fc.nat({ max: HOUR }).map((first) => Array.from({ length: 15 }, (_, i) => first + i * 10 * HOUR)),
    mode: fc.constant("live"),
    enables: fc.constant([]),
    resends: fc.constant([]),
    dies: fc.constant(0),
    stalls: fc.constant(0),
  });
  fc.assert(
    fc.property(dead, (chosen) => {
      const world = new DeliveryWorld(chosen).run();
      expect(world.mails.map(({ mail }) => mail)).toEqual(["endpoint_failing", "endpoint_disabled"]);
      const first = Math.min(
        ...world.deliveries.flatMap(({ posts }) => posts.map(({ settledAt }) => settledAt)),
      );
      const [warned = 0, disabled = 0] = world.mails.map(({ at }) => (at - first) / HOUR);
      expect(warned).toBeGreaterThanOrEqual(24);
      expect(warned).toBeLessThan(24 + 13);
      expect(disabled).toBeGreaterThanOrEqual(120);
      expect(disabled).toBeLessThan(120 + 13);
    }),
    { numRuns: 50 },
  );
});
