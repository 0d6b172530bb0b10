import { expect, test } from "@jest/globals";
import { Mode } from "../../../shared/domain/item/owner.ts";
import { MAX_AT_ONCE, MAX_ENDPOINTS } from "../../../shared/domain/webhook/webhook-endpoint.ts";
import { idOf, mappingOf } from "./template.ts";

test("one account with every endpoint it may have, all of them slow, leaves places of the first lane free", () => {
  const places = mappingOf(idOf("WebhooksFirst")).ScalingConfig.MaximumConcurrency;
  expect(Mode.options.length * MAX_ENDPOINTS * MAX_AT_ONCE).toBeLessThan(places);
});
