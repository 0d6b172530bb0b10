import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { Claims } from "../../shared/domain/receipt/receipt.ts";
import { missingFrom, openForm, postForm } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailsTo, mailTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";
import { errorOf, newCompany, newPartner } from "../support/partner/platform.ts";

const cloud = await sharedCloud();

const keySet = async () => (await cloud.call("/.well-known/jwks.json")).json.keys;

/** The claims of a receipt that the served keys verify. */
async function verified(jws: string): Promise<Claims> {
  const [header = "", payload = "", signature = ""] = jws.split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const jwk = (await keySet()).find((key: { kid: string }) => key.kid === kid);
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify(null, signed, key, Buffer.from(signature, "base64url"))).toBe(true);
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

const fileAt = async (path: string) => {
  const { status, text, headers } = await cloud.call(path);
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "application/jwt",
    "no-store",
  ]);
  return text;
};

async function confirmed(json?: object) {
  const signup = await newSignup(cloud, json);
  const link = linkIn(await mailTo(cloud, signup.email));
  await postForm(cloud, link, { consent: "yes" });
  return { ...signup, link };
}

describe("the receipt of a signup", () => {
  test("is on the page of the owner only", async () => {
    const { signup_id, link } = await confirmed();
    const page = pageOf(await cloud.call(link));
    expect(page.text).toContain("You joined the waitlist on");
    expect(page.addresses).toContain(`/signup/${signup_id}/${link.split("/").at(-1)}/receipt`);
    expect((await cloud.call(`/signup/${signup_id}`)).text).not.toContain("receipt");

    expect(await fileAt(`${link}/receipt`)).toBe(await fileAt(`${link}/receipt`));
  });

  test("names what was done without the person's name, and verifies with the served keys", async () => {
    const started = Math.floor(Date.now() / 1000);
    const { signup_id, email, link } = await confirmed({ name: "Quinnabelle", agent: { name: "Claude" } });
    const claims = await verified(await fileAt(`${link}/receipt`));
    expect(claims).toMatchObject({
      sub: signup_id,
      act: "join_waitlist",
      auth: "email_link",
      lang: "en",
      livemode: true,
      terms: {},
      declared: { agent: "Claude" },
    });
    expect([new URL(claims.iss).pathname, claims.iat >= started || claims.iat]).toEqual(["/", true]);
    expect(JSON.stringify(claims)).not.toMatch(new RegExp(`${email.split("@")[0]}|Quinnabelle`));

    const { text, ...words } = await cloud.call(`/legal/texts/${claims.text_sha256}`);
    const type = { "content-type": "text/plain; charset=utf-8" };
    expect(words).toMatchObject({ status: 200, headers: type });
    expect(createHash("sha256").update(text).digest("hex")).toBe(claims.text_sha256);
    expect(text).toContain("I have read this and want to join the waitlist.");
  });

  test.each([
    ["en", "Your signed receipt", "You joined the waitlist on"],
    ["es", "Tu comprobante firmado", "Te uniste a la lista de espera el"],
  ])("comes in one email in %s, the same as on the page", async (language, subject, act) => {
    const { email, link, signup_id } = await confirmed({ language });
    await cloud.advance("0s");
    const mails = await mailsTo(cloud, email);
    expect(mails).toHaveLength(2);
    const mail = mails.find((each) => each.subject === subject);
    const jws = await fileAt(`${link}/receipt`);
    const { text_sha256, jti } = await verified(jws);
    for (const said of [act, jws, `${cloud.url}/legal/texts/${text_sha256}`, `${cloud.url}/docs/receipts`]) {
      expect(mail?.text).toContain(said);
      expect(mail?.html).toContain(said);
    }
    await postForm(cloud, `${link}/not-me`);
    await cloud.advance("0s");
    expect(await mailsTo(cloud, email)).toHaveLength(2);
    // The receipt of the cancellation names the one that it ends.
    const declined = await verified(await fileAt(`${link}/receipt`));
    expect(declined).toMatchObject({ sub: signup_id, act: "decline", prev: jti });
  });

  test("is shown to operators with its act", async () => {
    const { signup_id, link } = await confirmed();
    const jws = await fileAt(`${link}/receipt`);
    const { jti, text_version, text_sha256, iat } = await verified(jws);
    const at = new Date(iat * 1000).toISOString();
    const { stdout } = await opsWith({}, "show", signup_id, "--url", cloud.url);
    expect(missingFrom(stdout, jti, "join_waitlist", at, text_version, text_sha256, jws)).toEqual([]);
    expect(stdout).toMatch(new RegExp(`confirmed +${at}, ${text_version}, ${jti}`));
    expect(await opsWith({}, "show", "svc_sgn_none", "--url", cloud.url)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Nothing is stored with the ID"),
    });
  });

  test("is checked by the operators' command with stored keys", async () => {
    const jws = await fileAt(`${(await confirmed()).link}/receipt`);
    const { jti, text_sha256 } = await verified(jws);
    const folder = mkdtempSync(join(tmpdir(), "receipt-"));
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const words = (await cloud.call(`/legal/texts/${text_sha256}`)).text;
    const keys = file("jwks.json", JSON.stringify({ keys: await keySet() }));
    const verify = (jwt: string, text: string) => {
      const files = [file("receipt.jwt", jwt), "--text", file("words.txt", text), "--keys", keys];
      return opsWith({}, "receipts", "verify", ...files);
    };
    const checked = await verify(`${jws}\n`, words);
    expect([checked.code, JSON.parse(checked.stdout).jti]).toEqual([0, jti]);
    const forged = jws.replace(/(?<=\.)[^.](?=[^.]*$)/, (first) => (first === "A" ? "B" : "A"));
    for (const [refused, reason] of [
      [await verify(forged, words), "signature"],
      [await verify(jws, `${words}x`), "of other words"],
      [await verify(`${jws}=`, words), "base64url"],
    ] as const)
      expect([refused.code, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining(reason)]);
  });

  test("does not exist before an act, for a guessed link, or for words that are not those of the page", async () => {
    const { signup_id, email } = await newSignup(cloud);
    const link = linkIn(await mailTo(cloud, email));
    const form = await openForm(cloud, link);
    for (const fields of [
      { consent: "no" },
      { consent: "yes", text: "0".repeat(64) },
      { consent: "yes", text: "" },
    ]) {
      const reply = await form.post(fields as Record<string, string>);
      expect([reply.status, pageOf(reply).says("alert")]).toEqual([400, expect.any(String)]);
    }
    for (const path of [`${link}/receipt`, `/signup/${signup_id}/guess/receipt`])
      expect((await cloud.call(path)).status).toBe(404);
    expect((await cloud.call(`${SIGNUPS}/${signup_id}`)).json.status).toBe("initiated");
    await form.post({ consent: "yes" });
    expect((await cloud.call(`${link}/receipt`)).status).toBe(200);
    expect((await cloud.call(`/signup/${signup_id}/guess/receipt`)).status).toBe(404);
  });
});

describe("a partner", () => {
  const company = async (isApproved: boolean) => {
    const name = `Acme ${freshEmail()}`;
    const partner_id = await newCompany(cloud, { company: name });
    if (isApproved) await opsWith({}, "partners", "approve", partner_id, "--url", cloud.url);
    return { partner_id, company: name };
  };

  test("is offered a copy if it is approved, and the box is not ticked", async () => {
    const [approved, pending] = [await company(true), await company(false)];
    for (const [{ partner_id, company: name }, isOffered] of [
      [approved, true],
      [pending, false],
    ] as const) {
      const { email } = await newSignup(cloud, { partner_id });
      const link = linkIn(await mailTo(cloud, email));
      const page = pageOf(await cloud.call(link));
      expect(page.text.includes(name)).toBe(isOffered);
      const { sent, hidden } = page.form(link);
      expect(sent).toEqual(hidden);
      await postForm(cloud, link, { consent: "yes", share: isOffered ? "" : "yes" });
      const { terms, sub } = await verified(await fileAt(`${link}/receipt`));
      expect(terms).toEqual(isOffered ? { partner: name, shared: false } : {});
      expect((await cloud.call(`${SIGNUPS}/${sub}`)).json).not.toHaveProperty("receipt");
    }
  });

  test("gets a copy in the status after the person's tick, until the person cancels", async () => {
    const { partner_id, company: name } = await company(true);
    const { email, signup_id } = await newSignup(cloud, { partner_id });
    const link = linkIn(await mailTo(cloud, email));
    await postForm(cloud, link, { consent: "yes", share: "yes" });
    expect((await cloud.call(link)).text).toContain(
      `${name} and the assistant that started the signup can get a copy.`,
    );
    const status = () => cloud.call(`${SIGNUPS}/${signup_id}`);
    const { receipt } = (await status()).json;
    expect(receipt).toBe(await fileAt(`${link}/receipt`));
    expect((await verified(receipt)).terms).toEqual({ partner: name, shared: true });
    await postForm(cloud, `${link}/not-me`);
    expect((await status()).json).not.toHaveProperty("receipt");
  });
});

describe("the receipts of a gig connection", () => {
  test("say that the holder of a partner's link allowed and withdrew, in a chain", async () => {
    const partner = await newPartner(cloud);
    const driver = await partner.driver();
    const body = { platform: "doordash", redirect_url: "https://app.example.com/back" };
    const { state } = await partner.create(`/v1/earnings/${driver.id}/connect`, body);
    const path = `/connect/${state}`;
    const none = async () => (await cloud.call(`${path}/receipt`)).status;
    const before = await none();
    const { location } = (await postForm(cloud, path, { decision: "allow", text: "x" })).headers;
    expect([before, location, await none()]).toEqual([404, path, 404]);
    await postForm(cloud, path, { decision: "allow" });
    const allowed = await verified(await fileAt(`${path}/receipt`));
    expect(allowed).toMatchObject({
      sub: driver.id,
      act: "allow_gig_connection",
      auth: "partner_link",
      livemode: false,
      terms: { platform: "DoorDash", host: "app.example.com", account_id: expect.stringMatching(/^acct_/) },
    });
    expect((await cloud.call(path)).text).toContain("Access was allowed on");
    await postForm(cloud, path, { decision: "withdraw" });
    const withdrawn = await verified(await fileAt(`${path}/receipt`));
    expect(withdrawn).toMatchObject({ act: "withdraw_gig_connection", prev: allowed.jti });
    expect((await cloud.call(path)).text).toContain("Access was stopped on");
    await postForm(cloud, path, { decision: "withdraw" }).catch(() => undefined);
    expect((await verified(await fileAt(`${path}/receipt`))).jti).toBe(withdrawn.jti);
  });
});

describe("what a verifier reads", () => {
  test("the keys have no private part and no alg, and caches ask each time", async () => {
    await confirmed();
    const { headers, text, json } = await cloud.call("/.well-known/jwks.json");
    expect(headers).toMatchObject({
      "content-type": "application/jwk-set+json",
      "cache-control": "public, no-cache",
    });
    for (const key of json.keys) {
      expect(Object.keys(key).sort()).toEqual(["crv", "kid", "kty", "use", "x"]);
      expect(key).toMatchObject({ crv: "Ed25519", kty: "OKP", use: "sig" });
    }
    expect(text).not.toContain('"d"');
    const again = await cloud.call("/.well-known/jwks.json", {
      headers: { "if-none-match": headers.etag ?? "" },
    });
    expect(again.status).toBe(304);
  });

  test("no text has an unknown hash, and the error says what a hash is", async () => {
    for (const hash of ["0".repeat(64), "constructor", "A".repeat(500)]) {
      const reply = await cloud.call(`/legal/texts/${hash}`);
      expect(errorOf(reply)).toEqual([404, "resource_missing", "hash"]);
      expect(reply.json.error.message).toContain("text_sha256");
    }
  });
});
