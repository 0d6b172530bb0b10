import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { endClouds } from "../../infra/local/test/support/cloud-process.ts";
import type { Json } from "../../infra/local/test/support/http.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { argumentsOf } from "../../shared/contract/openapi/tool-schema.ts";
import { operations, routes } from "../../shared/contract/service.ts";
import { type Cloud, freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { call } from "../support/cloud/mcp.ts";

/**
 * The agent that wants to confirm by itself. It has everything that the API ever answers, knows every route and every
 * field, keeps cookies, and posts every form it can find.
 */
const SIGNUPS = "/api/agent/signups";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(endClouds);

/** Every string in what the API answered: ids, links, texts, and their parts. */
function loot(...answers: Json[]): string[] {
  const found = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value === "string") for (const part of [value, ...value.split(/[\s/]+/)]) found.add(part);
    else if (value && typeof value === "object") for (const entry of Object.values(value)) visit(entry);
  };
  for (const answer of answers) visit(answer);
  return [...found].filter((text) => text.length > 2 && text.length < 100);
}

test("with all that the API returns, on every route and method, an agent cannot confirm", async () => {
  const email = freshEmail();
  const post = (json: object) => cloud.post(SIGNUPS, json, { from: freshAddress() });
  const made = await post({ email, name: "Ana" });
  const replay = await post({ email });
  const { signup_id } = made.json;
  const status = await cloud.call(`${SIGNUPS}/${signup_id}`);
  const page = await cloud.call(`/signup/${signup_id}`);
  const [cookie = ""] = String(page.headers["set-cookie"]).split(";");
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";

  const words = [
    ...loot(made.json, replay.json, status.json, made.headers, page.headers),
    token,
    email,
    "confirm",
    "waitlist_joined",
    "..",
    "%2e%2e",
    "null",
    "[object Object]",
  ];
  const proofs = [...new Set(words.map((word) => encodeURIComponent(word)))];
  const everyField = {
    consent: "yes",
    form_token: token,
    status: "waitlist_joined",
    confirmed: "true",
    proof: token,
    signup_id,
    email,
  };
  const forms = {
    form: {
      body: new URLSearchParams(everyField).toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie,
        "sec-fetch-site": "same-origin",
      },
    },
    json: { json: everyField, headers: { cookie } },
  };

  // What asks for a key is asked once a route: without one, nothing there is different for another method.
  const keyed = new Set(operations.filter(({ scope }) => scope).map(({ path }) => path));
  const paths = [...new Set(routes.map(({ path }) => path))];
  for (const path of paths) {
    const methods = path.includes("{proof}")
      ? ["GET", "POST"]
      : keyed.has(path)
        ? routes.filter((route) => route.path === path).map(({ method }) => method)
        : METHODS;
    const filled = path.includes("{proof}")
      ? proofs.map((proof) => path.replace("{signup_id}", signup_id).replace("{proof}", proof))
      : [path.replace("{signup_id}", signup_id)];
    const calls = filled.flatMap((target) =>
      methods.flatMap((method) =>
        Object.values(forms).map((form) => ({
          target,
          method,
          form: method === "POST" ? form : { headers: form.headers },
        })),
      ),
    );
    for (let i = 0; i < calls.length; i += 8) {
      await Promise.all(
        calls
          .slice(i, i + 8)
          .map(({ target, method, form }) => cloud.call(target, { method, from: freshAddress(), ...form })),
      );
    }
  }

  // And by every tool, with everything that it knows: each word in the field that takes most words, and all at once.
  for (const { tool, ...op } of toolOperations) {
    const field = ["signup_id", "partner_id", "website", "magi"].find(
      (name) => name in argumentsOf(op).shape,
    );
    const tries = words.map((word) => ({ ...op.bodyExample, [field ?? "proof"]: word }));
    for (let i = 0; i < tries.length; i += 8) {
      await Promise.all(tries.slice(i, i + 8).map((args) => call(cloud, tool.name, args)));
    }
    await call(cloud, tool.name, { ...op.bodyExample, ...everyField });
  }

  expect((await cloud.call(`${SIGNUPS}/${signup_id}`)).json.status).toBe("initiated");
  // And it was not for want of trying: the form that asks for a mail did work, and sent nothing to the agent.
  expect(paths.length).toBeGreaterThan(operations.length);
}, 300_000);

test("operators' commands have no route", async () => {
  for (const path of [
    "/open-account",
    "/signups/open-account",
    "/2015-03-31/functions/open-account/invocations",
  ]) {
    expect((await cloud.call(path, { method: "POST", json: {} })).status).toBe(404);
  }
});
