import { describe, expect, test } from "@jest/globals";
import { remedies } from "../../shared/contract/error-remedies.ts";
import { type ErrorCode, errors } from "../../shared/contract/errors.ts";
import { operations } from "../../shared/contract/service.ts";
import { catalogue } from "../../shared/domain/event/event-catalogue.ts";
import type { EventType } from "../../shared/domain/event/event-type.ts";
import { errorPath, eventPath, listPath, operationPath } from "../../shared/pages/docs/docs-sections.ts";
import { verifiers } from "../../shared/pages/docs/docs-verifiers.ts";
import { textOf } from "../support/cloud/browserless.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

/** Long names may break after an underscore. */
const withoutBreaks = (html: string) => html.replaceAll("<wbr/>", "");

describe("the documentation", () => {
  test.each(operations)(
    "$name has a page with its path, fields and errors, and a row in its list",
    async (op) => {
      const text = withoutBreaks((await cloud.call(operationPath(op))).text);
      expect(text).toContain(`<code>${op.path}</code>`);
      for (const schema of [op.params, op.query, op.body]) {
        for (const field of Object.keys(schema?.shape ?? {})) expect(text).toContain(`<code>${field}</code>`);
      }
      for (const code of op.errors ?? []) expect(text).toContain(`href="${errorPath(code)}"`);
      expect(text).toMatch(/curl /);
      expect((await cloud.call(listPath(op))).text).toContain(
        `<tr><th scope="row"><a href="${operationPath(op)}">`,
      );
    },
  );

  test("of the operations without a key, only those that store no personal data have a form to try", async () => {
    const pages = await Promise.all(operations.map((op) => cloud.call(operationPath(op))));
    const offered = pages.flatMap(({ text }) =>
      [...text.matchAll(/data-try="([^"]+)" data-method="POST" data-keyed="no"/g)].map(([, path]) => path),
    );
    expect(offered).toEqual(["/api/agent/signups", "/api/agent/partners"]);
  });

  test.each(["nothing", "constructor", "missing", "errors/nothing"])(
    "/docs/%s is a 404 with the navigation, which no cache stores",
    async (page) => {
      const { status, headers, text } = await cloud.call(`/docs/${page}`);
      expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
      expect(text).toContain('<nav aria-label="Documentation">');
    },
  );

  test("the webhooks guide has every event and a verifier in five languages", async () => {
    const { text } = await cloud.call("/docs/webhooks");
    for (const [type, { meaning }] of Object.entries(catalogue)) {
      const entry = new RegExp(`<tr id="${type}">.*?</tr>`, "s").exec(text)?.[0] ?? "";
      expect(textOf(entry)).toContain(meaning.replaceAll("`", ""));
    }
    for (const { label, code } of verifiers) {
      expect(text).toContain(`<summary>${label}</summary>`);
      const escaped = code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
      expect(text).toContain(`<code>${escaped}</code>`);
    }
  });

  test.each(Object.keys(catalogue) as EventType[])(
    "%s has a page with the requests that cause it",
    async (type) => {
      const text = withoutBreaks((await cloud.call(eventPath(type))).text);
      for (const field of Object.keys(catalogue[type].data.shape))
        expect(text).toContain(`<code>data.${field}</code>`);
      expect(text).toMatch(/id="send-one".*curl /s);
    },
  );

  test.each(Object.keys(errors) as ErrorCode[])(
    "%s has a page with its meaning and its remedy",
    async (code) => {
      const text = textOf((await cloud.call(errorPath(code))).text);
      for (const words of [errors[code][2], remedies[code]])
        expect(text).toContain(words.replaceAll("`", "").replaceAll("<", "&lt;"));
    },
  );

  test("the page of errors has each error type", async () => {
    const { text } = await cloud.call("/docs/errors");
    for (const type of new Set(Object.values(errors).map(([, each]) => each)))
      expect(text).toContain(`<th scope="row"><code>${type}</code></th>`);
  });
});
