import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { unannounced } from "../../infra/tools/released-documents.ts";
import { payment, payout, released, reported, request } from "../support/contract/released.ts";

describe("breaking changes", () => {
  test.each<[string, (document: Json) => void, string]>([
    ["a removed operation", (all) => delete all.paths["/v1/drivers"].get, "`GET /v1/drivers` was removed."],
    [
      "a removed event",
      (all) => delete all.webhooks["driver.created"],
      "The event `driver.created` was removed.",
    ],
    [
      "a renamed schema",
      (all) => delete all.components.schemas.ErrorDetail,
      "The schema `ErrorDetail` was removed or renamed.",
    ],
    [
      "another scope",
      (all) => Object.assign(payout(all), { "x-scope": "drivers:write" }),
      "`POST /v1/payments/payout`: `x-scope` changed.",
    ],
    [
      "a removed request field",
      (all) => delete request(all).properties.description,
      "`CreatePayoutRequest.description` was removed.",
    ],
    [
      "a reply object that may be null",
      (all) => {
        const { properties } = payment(all);
        properties.metadata = { anyOf: [properties.metadata, { type: "null" }] };
      },
      "`Payment.metadata` was object and is object or null.",
    ],
    [
      "a new body that is required",
      (all) => {
        const { content } = payout(all).requestBody;
        all.paths["/v1/webhooks/{id}/ping"].post.requestBody = { required: true, content };
      },
      "`POST /v1/webhooks/{id}/ping` needs a body.",
    ],
    [
      "a required request field",
      (all) => request(all).required.push("method"),
      "`CreatePayoutRequest.method` is now required.",
    ],
    [
      "a new required request field",
      (all) => {
        request(all).properties.more = { type: "string" };
        request(all).required.push("more");
      },
      "`CreatePayoutRequest.more` is new and required.",
    ],
    [
      "a lower maximum",
      (all) => Object.assign(request(all).properties.amount, { maximum: 10 }),
      "`CreatePayoutRequest.amount`: `maximum` was 100000000 and is 10.",
    ],
    [
      "another pattern",
      (all) => Object.assign(request(all).properties.driver_id, { pattern: "^x$" }),
      "`CreatePayoutRequest.driver_id`: `pattern` changed.",
    ],
    [
      "a request value less",
      (all) => Object.assign(request(all).properties.method, { enum: ["instant"] }),
      "`CreatePayoutRequest.method` cannot be `standard` any more.",
    ],
    [
      "another type",
      (all) => Object.assign(request(all).properties.amount, { type: "string" }),
      "`CreatePayoutRequest.amount` was integer and is string.",
    ],
    [
      "a choice less",
      (all) => all.components.schemas.AddBankAccountRequest.oneOf.pop(),
      "`AddBankAccountRequest`: the choice BankAccountNumbers was removed.",
    ],
    ["a removed reply field", (all) => delete payment(all).properties.fee, "`Payment.fee` was removed."],
    [
      "an optional reply field",
      (all) =>
        Object.assign(payment(all), {
          required: payment(all).required.filter((name: string) => name !== "fee"),
        }),
      "`Payment.fee` is now optional.",
    ],
    [
      "a reply field that may be null",
      (all) => Object.assign(payment(all).properties.fee, { type: ["integer", "null"] }),
      "`Payment.fee` was integer and is integer or null.",
    ],
    [
      "a closed reply",
      (all) => Object.assign(payment(all), { additionalProperties: false }),
      "`Payment` allows no more fields.",
    ],
    [
      "a closed list of values",
      (all) => Object.assign(payment(all).properties, { status: { type: "string", enum: ["completed"] } }),
      "`Payment.status` has a closed list of values.",
    ],
    [
      "a removed success",
      (all) => delete payout(all).responses[201],
      "`POST /v1/payments/payout`: the reply 201 was removed.",
    ],
    [
      "a required parameter",
      (all) => Object.assign(all.paths["/v1/payments"].get.parameters[0], { required: true }),
      "`GET /v1/payments`: the parameter `driver_id` is now required.",
    ],
    [
      "a removed parameter",
      (all) => all.paths["/v1/payments"].get.parameters.shift(),
      "`GET /v1/payments`: the parameter `driver_id` was removed.",
    ],
  ])("%s is refused", (_, change, text) => {
    expect(reported(change)).toContain(`BREAKS ${text}`);
  });

  test("a new major version announces them", () => {
    const changed = structuredClone(released) as Json;
    delete changed.paths["/v1/drivers"];
    expect(unannounced(released, changed)).not.toEqual([]);
    changed.info.version = "1.1.0";
    expect(unannounced(released, changed)).not.toEqual([]);
    changed.info.version = "2.0.0";
    expect(unannounced(released, changed)).toEqual([]);
  });
});
