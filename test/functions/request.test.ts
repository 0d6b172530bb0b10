import { describe, expect, test } from "@jest/globals";
import { deleteWebhookOperation } from "../../shared/contract/platform/webhooks/delete-webhook.ts";
import { pingWebhookOperation } from "../../shared/contract/platform/webhooks/ping-webhook.ts";
import { readRequest } from "../../shared/http/serve/request.ts";
import { gatewayEvent } from "../support/cloud/gateway-event.ts";

const params = { id: `wh_${"0".repeat(26)}` };
const JSON_TYPE = { "content-type": "application/json" };

describe.each([pingWebhookOperation, deleteWebhookOperation])(
  "what $method $path is sent as its body, of which it has none",
  (op) => {
    const read = (body: string | undefined, headers: Record<string, string> = JSON_TYPE) =>
      readRequest(op, gatewayEvent(op.method, { params, headers, ...(body !== undefined && { body }) }));

    test.each([
      ["nothing", undefined, {}],
      ["nothing, called JSON", undefined, JSON_TYPE],
      ["no bytes, called JSON", "", JSON_TYPE],
      ["no bytes, called a form", "", { "content-type": "application/x-www-form-urlencoded" }],
      ["an object without fields", "{}", JSON_TYPE],
    ])("may be %s", (_, body, headers) => {
      expect(read(body, headers)).toEqual({ params, query: { dry_run: false }, body: undefined });
    });

    test.each([
      ["a field", '{"colour":"red"}', JSON_TYPE, "parameter_unknown", "colour"],
      ["no JSON", "colour", JSON_TYPE, "body_invalid_json", null],
      ["a list", "[]", JSON_TYPE, "body_invalid_json", null],
      ["of another type", "{}", { "content-type": "text/plain" }, "unsupported_media_type", null],
      ["of no type", "{}", {}, "unsupported_media_type", null],
      ["over 64 KiB", `{}${" ".repeat(65_536)}`, JSON_TYPE, "body_too_large", null],
    ])("may not be %s", (_, body, headers, code, param) => {
      expect(() => read(body, headers)).toThrow(expect.objectContaining({ code, param }));
    });
  },
);
