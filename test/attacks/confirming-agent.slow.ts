import { expect, test } from "@jest/globals";
import type { Json } from "../../infra/local/test/support/http.ts";
import { toolOperations } from "../../shared/contract/mcp.ts";
import { argumentsOf } from "../../shared/contract/openapi/tool-schema.ts";
import { operations, routes } from "../../shared/contract/service.ts";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import { freshAddress, freshEmail, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { call } from "../support/cloud/mcp.ts";
import { hiddenIn } from "../support/dashboard/dashboard.ts";
import { fresh } from "../support/partner/keyed-request.ts";
import { newCompany, newPartner } from "../support/partner/platform.ts";
import {
  act,
  CHOICE,
  confirmedPerson,
  liveCompany,
  savingsMailAfter,
  savingsPath,
} from "../support/partner/savings.ts";

/**
 * An agent tries to confirm a signup itself. It has everything that the API returns. It knows every route and
 * field, stores cookies, and posts every form.
 */
const SIGNUPS = "/api/agent/signups";
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const cloud = await startCloud();

/** Every string in these replies: ids, links, texts and their parts. */
function stringsIn(...answers: Json[]): string[] {
  const secrets = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value === "string") for (const part of [value, ...value.split(/[\s/]+/)]) secrets.add(part);
    else if (value && typeof value === "object") for (const entry of Object.values(value)) visit(entry);
  };
  for (const answer of answers) visit(answer);
  return [...secrets].filter((text) => text.length > 2 && text.length < 100);
}

/** What an attacker sends: in paths, and in forms. */
type Sent = {
  signup_id: string;
  words: readonly string[];
  everyField: Record<string, string>;
  cookie: string;
};

/** Every route, by every method that it may have, with each word as its proof. Returns the paths. */
async function tryRoutes({ signup_id, words, everyField, cookie }: Sent): Promise<string[]> {
  const proofs = [...new Set(words.map((word) => encodeURIComponent(word)))];
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
  // A route with a key gets only its own methods: without a key, every method gets the same 401.
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
  return paths;
}

async function tryTools({ words, everyField }: Sent): Promise<void> {
  // Every tool, with each word in the field that accepts most words, and then with all fields at once.
  for (const { tool, ...op } of toolOperations) {
    const field = ["signup_id", "partner_id", "website", "magi"].find(
      (name) => name in argumentsOf(op).shape,
    );
    const attempts = words.map((word) => ({ ...op.bodyExample, [field ?? "proof"]: word }));
    for (let i = 0; i < attempts.length; i += 8) {
      await Promise.all(attempts.slice(i, i + 8).map((args) => call(cloud, tool.name, args)));
    }
    await call(cloud, tool.name, { ...op.bodyExample, ...everyField });
  }
}

test("an agent that sends everything it knows to every route, method and tool cannot confirm", async () => {
  const email = freshEmail();
  const post = (json: object) => cloud.post(SIGNUPS, json, { from: freshAddress() });
  const signup = await post({ email, name: "Ana" });
  const replay = await post({ email });
  const { signup_id } = signup.json;
  const status = await cloud.call(`${SIGNUPS}/${signup_id}`);
  const page = await cloud.call(`/signup/${signup_id}`);
  const [cookie = ""] = String(page.headers["set-cookie"]).split(";");
  const { form_token: token = "" } = hiddenIn(page);

  const words = [
    ...stringsIn(signup.json, replay.json, status.json, signup.headers, page.headers),
    token,
    email,
    "confirm",
    "waitlist_joined",
    "..",
    "%2e%2e",
    "null",
    "[object Object]",
  ];
  const everyField = {
    consent: "yes",
    form_token: token,
    status: "waitlist_joined",
    confirmed: "true",
    proof: token,
    signup_id,
    email,
  };
  const sent = { signup_id, words, everyField, cookie };
  const paths = await tryRoutes(sent);
  await tryTools(sent);

  expect((await cloud.call(`${SIGNUPS}/${signup_id}`)).json.status).toBe("initiated");
  expect(await receiptsOf(signup_id)).toEqual([]);
  // The test did call routes: there are more paths than operations.
  expect(paths.length).toBeGreaterThan(operations.length);
}, 300_000);

/** Each receipt that exists, of these signups and agreements. */
async function receiptsOf(...ids: string[]): Promise<Json[]> {
  const shown: Json[] = await Promise.all(ids.map((id) => cloud.command("show", { id })));
  return shown.flatMap(({ data }) => data?.receipts ?? []);
}

test("a partner that has a receipt of one person, and all ids, pages and words, makes none of another", async () => {
  const partner_id = await newCompany(cloud);
  await cloud.command("approve-partner", { partner_id }, { reason: "A test of receipts" });
  const started = async () => {
    const email = freshEmail();
    const { json } = await cloud.post(SIGNUPS, { email, partner_id }, { from: freshAddress() });
    return { signup_id: json.signup_id as string, link: linkIn(await mailTo(cloud, email)) };
  };
  const declining = await started();
  const confirming = await started();
  await postForm(cloud, declining.link, { consent: "yes", share: "yes" });
  const { receipt } = (await cloud.call(`${SIGNUPS}/${declining.signup_id}`)).json;
  const [header = "", payload = "", signature = ""] = String(receipt).split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());

  // The other person's form, posted with all that the partner has, and without the other's proof.
  const [proof = ""] = declining.link.split("/").slice(-1);
  const form = await openForm(cloud, `/signup/${confirming.signup_id}`);
  const fields = { consent: "yes", share: "yes", text: claims.text_sha256, receipt, proof };
  for (const target of [proof, receipt, claims.jti, claims.text_sha256, signature, header])
    for (const end of ["", "/not-me", "/receipt"])
      await form.post(
        fields,
        `/signup/${confirming.signup_id}/${encodeURIComponent(String(target).slice(0, 400))}${end}`,
      );
  // The same form again, and at once many times.
  await Promise.all(Array.from({ length: 10 }, () => postForm(cloud, declining.link, { consent: "yes" })));

  expect(await receiptsOf(confirming.signup_id)).toEqual([]);
  expect((await cloud.call(`${SIGNUPS}/${confirming.signup_id}`)).json).toMatchObject({
    status: "initiated",
  });
  expect((await receiptsOf(declining.signup_id)).map(({ id }) => id)).toEqual([claims.jti]);
});

/** What a company may do to an agreement: end it. */
const ENDS = ["end-savings", "delete-driver"];

test("a company that sends every request with both its keys starts, changes and raises no live agreement", async () => {
  const { live, account, accept } = await liveCompany(cloud);
  await accept();
  const invitedPerson = async () => {
    const { email } = await confirmedPerson(cloud);
    const { id } = await live.driver({ email });
    const { link } = await savingsMailAfter(cloud, email, () => live.create(savingsPath(id), {}));
    return { email, id, link };
  };
  const people = [await invitedPerson(), await invitedPerson()] as const;
  const [connecting, saving] = people;
  await act(cloud, saving.link, "agree", CHOICE);
  const seen = () =>
    Promise.all(
      people.map(async ({ id: driver }) => {
        const { id, status, rule, percent } = await live.read(savingsPath(driver));
        return {
          agreement: { id, status, rule, percent },
          receipts: (await receiptsOf(id)).map(({ id }) => id),
        };
      }),
    );
  const before = await seen();
  expect(before.map(({ receipts }) => receipts.length)).toEqual([0, 1]);

  const raised = { rule: "percent", percent: 50, yearly_cap: 750_000, age_50_or_older: true };
  const keyed = operations.filter(({ scope, name }) => scope && !ENDS.includes(name));
  const statuses = new Set<number>();
  for (const partner of [live, await newPartner(cloud, { account })])
    for (const { email, id } of people)
      for (const { method, path, body, bodyExample } of keyed)
        for (const deed of body && "act" in body.shape ? ["agree", "change"] : [""]) {
          const fields = { ...bodyExample, ...raised, driver_id: id, email, act: deed };
          const known = Object.entries(fields).filter(([name]) => body && name in body.shape);
          const json = body && Object.fromEntries(known);
          const sent = { method, headers: fresh(), ...(json && { json }) };
          statuses.add((await partner.call(path.replace(/\{\w+\}/g, id), sent)).status);
        }

  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 404, 409]));
  // A function that lacks a grant would be the last lock. A guard came first.
  expect(statuses).not.toContain(500);
  expect(await seen()).toEqual(before);
  // They could have been changed: their person still does it.
  await act(cloud, connecting.link, "agree", CHOICE);
  await act(cloud, saving.link, "change", { ...CHOICE, percent: "6" });
  expect((await seen()).map(({ agreement }) => [agreement.status, agreement.percent])).toEqual([
    ["active", 5],
    ["active", 6],
  ]);
}, 300_000);
