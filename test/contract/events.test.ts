import { describe, expect, test } from "@jest/globals";
import { operations, pages, timers } from "../../shared/contract/service.ts";
import { workers } from "../../shared/contract/workers.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import type { Access } from "../../shared/domain/noun.ts";

/** Whatever may write events, but for the ping, which is in no catalogue: it is for who asked for it. */
const emitting = [...operations, ...pages, ...timers, ...Object.values(workers)]
  .filter(({ access }: { access: Access }) => access.event?.includes("put"))
  .map(({ name }): string => name)
  .filter((name) => name !== "ping-webhook");

describe("the catalogue's word on who emits what", () => {
  test.each(EventType.options)("names functions that may write events: %s", (type) => {
    const named: readonly string[] = catalogue[type].emitted_by;
    expect(named.filter((name) => !emitting.includes(name))).toEqual([]);
  });

  test("leaves none out", () => {
    const named: string[] = EventType.options.flatMap((type) => [...catalogue[type].emitted_by]);
    expect(emitting.filter((name) => !named.includes(name))).toEqual([]);
  });
});
