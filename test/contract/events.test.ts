import { expect, test } from "@jest/globals";
import { operations, operatorFunctions, pages, timers } from "../../shared/contract/service.ts";
import { workers } from "../../shared/contract/workers.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import { EventType } from "../../shared/domain/event/event-type.ts";
import type { Access } from "../../shared/domain/access/noun.ts";

/** Functions that may write events, without those that write pings or run another operation: its are they. */
const emitting = [...operations, ...pages, ...timers, ...operatorFunctions, ...Object.values(workers)]
  .filter(({ access }: { access: Access }) => access.event?.includes("put"))
  .map(({ name }): string => name)
  .filter((name) => !["ping-webhook", "developer-webhooks", "serve-company-mcp"].includes(name));

test.each(EventType.options)("emitters of %s may write events", (type) => {
  const named: readonly string[] = catalogue[type].emitted_by;
  expect(named.filter((name) => !emitting.includes(name))).toEqual([]);
});

test("every function that may write events is an emitter", () => {
  const named: string[] = EventType.options.flatMap((type) => [...catalogue[type].emitted_by]);
  expect(emitting.filter((name) => !named.includes(name))).toEqual([]);
});
