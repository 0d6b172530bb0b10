import { describe, expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import {
  apis,
  changelog,
  currentDocument,
  releasedDocument,
  unannounced,
} from "../../infra/tools/released-documents.ts";
import { payment, payout, released, reported, request } from "../support/contract/released.ts";

test.each(apis)("the %s document breaks no client of the released one, or has a new major version", (api) => {
  expect(unannounced(releasedDocument(api), currentDocument(api)).map(({ text }) => text)).toEqual([]);
});

describe("compatible changes", () => {
  test.each<[string, (document: Json) => void, string[]]>([
    [
      "a new operation",
      (all) => Object.assign(all.paths, { "/v1/ledger": { get: { responses: {} } } }),
      ["`GET /v1/ledger` is new."],
    ],
    [
      "a new event",
      (all) => Object.assign(all.webhooks, { "driver.deleted": all.webhooks["driver.created"] }),
      ["The event `driver.deleted` is new."],
    ],
    [
      "a new optional request field",
      (all) => Object.assign(request(all).properties, { more: { type: "string" } }),
      ["`CreatePayoutRequest.more` is new."],
    ],
    [
      "a new reply field",
      (all) => {
        payment(all).properties.more = { type: "string" };
        payment(all).required.push("more");
      },
      ["`Payment.more` is new."],
    ],
    [
      "a new status",
      (all) => payment(all).properties.status["x-extensible-enum"].push("on_hold"),
      ["`Payment.status` may be `on_hold`."],
    ],
    [
      "a request value more",
      (all) => request(all).properties.method.enum.push("same_day"),
      ["`CreatePayoutRequest.method` may be `same_day`."],
    ],
    [
      "a higher maximum",
      (all) => Object.assign(request(all).properties.amount, { maximum: 1e9 }),
      ["`CreatePayoutRequest.amount`: `maximum` was 100000000 and is 1000000000."],
    ],
    [
      "a request object that may be null",
      (all) => {
        const { properties } = request(all);
        properties.metadata = { anyOf: [properties.metadata, { type: "null" }] };
      },
      ["`CreatePayoutRequest.metadata` was object and is object or null."],
    ],
    [
      "a body that may be left out",
      (all) => {
        const { content } = payout(all).requestBody;
        all.paths["/v1/webhooks/{id}/ping"].post.requestBody = { required: false, content };
      },
      ["`POST /v1/webhooks/{id}/ping` may have a body."],
    ],
    [
      "other texts",
      (all) => {
        payment(all).description = "Other words.";
        payout(all).summary = "Other words.";
      },
      [],
    ],
  ])("%s is allowed and reported", (_, change, texts) => {
    expect(reported(change)).toEqual(texts);
  });
});

test("the changelog lists breaking changes apart", () => {
  const changed = structuredClone(released) as Json;
  changed.info.version = "2.0.0";
  delete changed.paths["/v1/drivers"].get;
  payment(changed).properties.more = { type: "string" };
  expect(changelog(released, changed)).toBe(
    [
      "# Platform API: 1.0.0 to 2.0.0",
      "",
      "## Breaking",
      "",
      "- `GET /v1/drivers` was removed.",
      "",
      "## Compatible",
      "",
      "- `Payment.more` is new.",
      "",
    ].join("\n"),
  );
});

test("the kept documents have no texts, and their fields named like texts", () => {
  expect(JSON.stringify(released)).not.toContain('"description":"');
  expect((released as Json).components.schemas.Payment.properties.description).toBeDefined();
});
