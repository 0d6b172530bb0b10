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
function reported(change: (api: Json) => unknown): string[] {
  const changed = structuredClone(released) as Json;
  change(changed);
  return changesBetween(released, changed).map(
    ({ isBreaking, text }) => `${isBreaking ? "BREAKS " : ""}${text}`,
  );
}

test.each(apis)("the %s api breaks no client of the released one, or has a new major version", (api) => {
  expect(unannounced(releasedDocument(api), currentDocument(api)).map(({ text }) => text)).toEqual([]);
});

type Row = [text: string, change: (api: Json) => unknown];
const orNull = (schema: Json) => ({ anyOf: [schema, { type: "null" }] });
const operation = (id: string) => (api: Json) => {
  const [method = "", path = ""] = id.split(" ");
  return api.paths[path][method.toLowerCase()];
};
const payout = operation("POST /v1/payments/payout");
const payments = operation("GET /v1/payments");
const ping = operation("POST /v1/webhooks/{id}/ping");
const request = (api: Json) => api.components.schemas.CreatePayoutRequest;
const payment = (api: Json) => api.components.schemas.Payment;
const addBody = (api: Json, required: boolean) => {
  ping(api).requestBody = { ...payout(api).requestBody, required };
};

const breaking: Row[] = [
  ["`GET /v1/drivers` was removed.", (api) => delete api.paths["/v1/drivers"].get],
  ["The event `driver.created` was removed.", (api) => delete api.webhooks["driver.created"]],
  ["The schema `ErrorDetail` was removed or renamed.", (api) => delete api.components.schemas.ErrorDetail],
  ["`POST /v1/payments/payout`: `x-scope` changed.", (api) => (payout(api)["x-scope"] = "drivers:write")],
  ["`CreatePayoutRequest.description` was removed.", (api) => delete request(api).properties.description],
  [
    "`Payment.metadata` was object and is object or null.",
    (api) => (payment(api).properties.metadata = orNull(payment(api).properties.metadata)),
  ],
  ["`POST /v1/webhooks/{id}/ping` needs a body.", (api) => addBody(api, true)],
  ["`CreatePayoutRequest.method` is now required.", (api) => request(api).required.push("method")],
  [
    "`CreatePayoutRequest.more` is new and required.",
    (api) => {
      request(api).properties.more = { type: "string" };
      request(api).required.push("more");
    },
  ],
  [
    "`CreatePayoutRequest.amount`: `maximum` was 100000000 and is 10.",
    (api) => (request(api).properties.amount.maximum = 10),
  ],
  [
    "`CreatePayoutRequest.driver_id`: `pattern` changed.",
    (api) => (request(api).properties.driver_id.pattern = "^x$"),
  ],
  [
    "`CreatePayoutRequest.method` cannot be `standard` any more.",
    (api) => (request(api).properties.method.enum = ["instant"]),
  ],
  [
    "`CreatePayoutRequest.amount` was integer and is string.",
    (api) => (request(api).properties.amount.type = "string"),
  ],
  [
    "`AddBankAccountRequest`: the choice BankAccountNumbers was removed.",
    (api) => api.components.schemas.AddBankAccountRequest.oneOf.pop(),
  ],
  ["`Payment.fee` was removed.", (api) => delete payment(api).properties.fee],
  [
    "`Payment.fee` is now optional.",
    (api) => payment(api).required.splice(payment(api).required.indexOf("fee"), 1),
  ],
  [
    "`Payment.fee` was integer and is integer or null.",
    (api) => (payment(api).properties.fee.type = ["integer", "null"]),
  ],
  ["`Payment` allows no more fields.", (api) => (payment(api).additionalProperties = false)],
  [
    "`Payment.status` has a closed list of values.",
    (api) => (payment(api).properties.status = { type: "string", enum: ["completed"] }),
  ],
  ["`POST /v1/payments/payout`: the reply 201 was removed.", (api) => delete payout(api).responses[201]],
  [
    "`GET /v1/payments`: the parameter `driver_id` is now required.",
    (api) => (payments(api).parameters[0].required = true),
  ],
  ["`GET /v1/payments`: the parameter `driver_id` was removed.", (api) => payments(api).parameters.shift()],
];
test.each(breaking)("breaks clients: %s", (text, change) => {
  expect(reported(change)).toContain(`BREAKS ${text}`);
});

const compatible: Row[] = [
  ["`GET /v1/ledger` is new.", (api) => (api.paths["/v1/ledger"] = { get: { responses: {} } })],
  [
    "The event `driver.deleted` is new.",
    (api) => (api.webhooks["driver.deleted"] = api.webhooks["driver.created"]),
  ],
  ["`CreatePayoutRequest.more` is new.", (api) => (request(api).properties.more = { type: "string" })],
  [
    "`Payment.more` is new.",
    (api) => {
      payment(api).properties.more = { type: "string" };
      payment(api).required.push("more");
    },
  ],
  [
    "`Payment.status` may be `on_hold`.",
    (api) => payment(api).properties.status["x-extensible-enum"].push("on_hold"),
  ],
  [
    "`CreatePayoutRequest.method` may be `same_day`.",
    (api) => request(api).properties.method.enum.push("same_day"),
  ],
  [
    "`CreatePayoutRequest.amount`: `maximum` was 100000000 and is 1000000000.",
    (api) => (request(api).properties.amount.maximum = 1e9),
  ],
  [
    "`CreatePayoutRequest.metadata` was object and is object or null.",
    (api) => (request(api).properties.metadata = orNull(request(api).properties.metadata)),
  ],
  ["`POST /v1/webhooks/{id}/ping` may have a body.", (api) => addBody(api, false)],
  ["", (api) => Object.assign(payment(api), { description: "Other words." })],
  ["", (api) => Object.assign(payout(api), { summary: "Other words." })],
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
