import { expect, test } from "@jest/globals";
import type { Json } from "../../../infra/local/test/support/http.ts";
import { changesBetween } from "../../../infra/dev/document-changes.ts";
import {
  apis,
  changelog,
  currentDocument,
  releasedDocument,
  unannounced,
} from "../../../infra/dev/released-documents.ts";

const released = releasedDocument("platform");

/** What a change of the released Platform document is reported as. */
function reported(change: (document: Json) => unknown): string[] {
  const changed = structuredClone(released) as Json;
  change(changed);
  return changesBetween(released, changed).map(
    ({ isBreaking, text }) => `${isBreaking ? "BREAKS " : ""}${text}`,
  );
}

test.each(apis)("the %s document breaks no client of the released one, or has a new major version", (api) => {
  expect(unannounced(releasedDocument(api), currentDocument(api)).map(({ text }) => text)).toEqual([]);
});

type Row = [text: string, change: (document: Json) => unknown];
const orNull = (schema: Json) => ({ anyOf: [schema, { type: "null" }] });
const operation = (id: string) => (all: Json) => {
  const [method = "", path = ""] = id.split(" ");
  return all.paths[path][method.toLowerCase()];
};
const [payout, payments, ping] = [
  operation("POST /v1/payments/payout"),
  operation("GET /v1/payments"),
  operation("POST /v1/webhooks/{id}/ping"),
];
const request = (all: Json) => all.components.schemas.CreatePayoutRequest;
const payment = (all: Json) => all.components.schemas.Payment;
const addBody = (all: Json, required: boolean) => {
  ping(all).requestBody = { ...payout(all).requestBody, required };
};

const breaking: Row[] = [
  ["`GET /v1/drivers` was removed.", (all) => delete all.paths["/v1/drivers"].get],
  ["The event `driver.created` was removed.", (all) => delete all.webhooks["driver.created"]],
  ["The schema `ErrorDetail` was removed or renamed.", (all) => delete all.components.schemas.ErrorDetail],
  ["`POST /v1/payments/payout`: `x-scope` changed.", (all) => (payout(all)["x-scope"] = "drivers:write")],
  ["`CreatePayoutRequest.description` was removed.", (all) => delete request(all).properties.description],
  [
    "`Payment.metadata` was object and is object or null.",
    (all) => (payment(all).properties.metadata = orNull(payment(all).properties.metadata)),
  ],
  ["`POST /v1/webhooks/{id}/ping` needs a body.", (all) => addBody(all, true)],
  ["`CreatePayoutRequest.method` is now required.", (all) => request(all).required.push("method")],
  [
    "`CreatePayoutRequest.more` is new and required.",
    (all) => {
      request(all).properties.more = { type: "string" };
      request(all).required.push("more");
    },
  ],
  [
    "`CreatePayoutRequest.amount`: `maximum` was 100000000 and is 10.",
    (all) => (request(all).properties.amount.maximum = 10),
  ],
  [
    "`CreatePayoutRequest.driver_id`: `pattern` changed.",
    (all) => (request(all).properties.driver_id.pattern = "^x$"),
  ],
  [
    "`CreatePayoutRequest.method` cannot be `standard` any more.",
    (all) => (request(all).properties.method.enum = ["instant"]),
  ],
  [
    "`CreatePayoutRequest.amount` was integer and is string.",
    (all) => (request(all).properties.amount.type = "string"),
  ],
  [
    "`AddBankAccountRequest`: the choice BankAccountNumbers was removed.",
    (all) => all.components.schemas.AddBankAccountRequest.oneOf.pop(),
  ],
  ["`Payment.fee` was removed.", (all) => delete payment(all).properties.fee],
  [
    "`Payment.fee` is now optional.",
    (all) => payment(all).required.splice(payment(all).required.indexOf("fee"), 1),
  ],
  [
    "`Payment.fee` was integer and is integer or null.",
    (all) => (payment(all).properties.fee.type = ["integer", "null"]),
  ],
  ["`Payment` allows no more fields.", (all) => (payment(all).additionalProperties = false)],
  [
    "`Payment.status` has a closed list of values.",
    (all) => (payment(all).properties.status = { type: "string", enum: ["completed"] }),
  ],
  ["`POST /v1/payments/payout`: the reply 201 was removed.", (all) => delete payout(all).responses[201]],
  [
    "`GET /v1/payments`: the parameter `driver_id` is now required.",
    (all) => (payments(all).parameters[0].required = true),
  ],
  ["`GET /v1/payments`: the parameter `driver_id` was removed.", (all) => payments(all).parameters.shift()],
];
test.each(breaking)("breaks clients: %s", (text, change) => {
  expect(reported(change)).toContain(`BREAKS ${text}`);
});

const compatible: Row[] = [
  ["`GET /v1/ledger` is new.", (all) => (all.paths["/v1/ledger"] = { get: { responses: {} } })],
  [
    "The event `driver.deleted` is new.",
    (all) => (all.webhooks["driver.deleted"] = all.webhooks["driver.created"]),
  ],
  ["`CreatePayoutRequest.more` is new.", (all) => (request(all).properties.more = { type: "string" })],
  [
    "`Payment.more` is new.",
    (all) => {
      payment(all).properties.more = { type: "string" };
      payment(all).required.push("more");
    },
  ],
  [
    "`Payment.status` may be `on_hold`.",
    (all) => payment(all).properties.status["x-extensible-enum"].push("on_hold"),
  ],
  [
    "`CreatePayoutRequest.method` may be `same_day`.",
    (all) => request(all).properties.method.enum.push("same_day"),
  ],
  [
    "`CreatePayoutRequest.amount`: `maximum` was 100000000 and is 1000000000.",
    (all) => (request(all).properties.amount.maximum = 1e9),
  ],
  [
    "`CreatePayoutRequest.metadata` was object and is object or null.",
    (all) => (request(all).properties.metadata = orNull(request(all).properties.metadata)),
  ],
  ["`POST /v1/webhooks/{id}/ping` may have a body.", (all) => addBody(all, false)],
  ["", (all) => Object.assign(payment(all), { description: "Other words." })],
  ["", (all) => Object.assign(payout(all), { summary: "Other words." })],
];
test.each(compatible)("breaks no client: %s", (text, change) => {
  expect(reported(change)).toEqual(text ? [text] : []);
});

test("a new major version announces breaking changes", () => {
  const changed = structuredClone(released) as Json;
  delete changed.paths["/v1/drivers"];
  const versions = [undefined, "1.1.0", "2.0.0"].map((version) => {
    changed.info.version = version ?? changed.info.version;
    return unannounced(released, changed).length > 0;
  });
  expect(versions).toEqual([true, true, false]);
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
