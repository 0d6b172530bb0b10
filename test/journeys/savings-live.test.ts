import { describe, expect, test } from "@jest/globals";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { missingFrom, postForm } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { mailsTo } from "../support/cloud/mailbox.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";
import { errorOf, type Partner } from "../support/partner/platform.ts";
import {
  act,
  CHOICE,
  confirmedPerson,
  liveCompany,
  savingsMailAfter,
  savingsPath,
} from "../support/partner/savings.ts";
import { newSignup } from "../support/partner/signup.ts";

const cloud = await sharedCloud();
const { live, company, accept } = await liveCompany(cloud);
await accept();

const driverOf = async (partner: Partner, email: string): Promise<string> =>
  (await partner.driver({ email })).id;
const agreementOf = (driver: string) => live.read(savingsPath(driver));

const invitable = async () => {
  const { email } = await confirmedPerson(cloud);
  return { email, driver: await driverOf(live, email) };
};

/** A person with an invitation, which their signup's address got. */
async function invitedPerson(more: object = {}) {
  const person = await confirmedPerson(cloud, more);
  const driver = await driverOf(live, person.email);
  const mail = await savingsMailAfter(cloud, person.email, () => live.create(savingsPath(driver), {}));
  return { ...person, driver, mail };
}

async function savingPerson() {
  const person = await invitedPerson();
  const started = await savingsMailAfter(cloud, person.email, () =>
    act(cloud, person.mail.link, "agree", CHOICE),
  );
  return { ...person, started };
}

describe("a company", () => {
  test("accepts the terms before its first live invitation, by an admin and with the box", async () => {
    const other = await liveCompany(cloud);
    const driver = await driverOf(other.live, freshEmail());
    const invite = () => other.live.post(savingsPath(driver), {});
    expect(errorOf(await invite())).toEqual([409, "withholding_terms_missing", null]);
    expect((await other.accept({ consent: "" })).text).toContain("Check the box to accept the terms.");
    expect((await invite()).status).toBe(409);
    const accepted = await other.accept();
    expect(accepted.headers.location).toBe("/developers/account/live/profile?done=withholding");
    const { text } = pageOf(await other.admin.call("/developers/account/live/profile"));
    expect(missingFrom(text, "An admin accepted", "withholding_terms-en/2")).toEqual([]);
    expect((await invite()).json).toMatchObject({ status: "invited", url: null });
  });

  test("gets the same answer whether or not the address has a confirmed signup", async () => {
    const person = await confirmedPerson(cloud);
    const replies = [];
    for (const email of [person.email, freshEmail()]) {
      const driver = await driverOf(live, email);
      const { status, json } = await live.post(savingsPath(driver), {});
      const { id: _, driver_id: __, invited_at: ___, ...rest } = json;
      replies.push([status, rest]);
      expect(await agreementOf(driver)).toEqual(json);
    }
    expect(replies[0]).toEqual(replies[1]);
  });

  test("invites a driver three times in 30 days", async () => {
    const driver = await driverOf(live, freshEmail());
    for (const status of [201, 201, 201])
      expect((await live.post(savingsPath(driver), {})).status).toBe(status);
    live.waits = false;
    expect(errorOf(await live.post(savingsPath(driver), {}))).toEqual([429, "rate_limit_exceeded", null]);
    live.waits = true;
  });
});

describe("a person", () => {
  test("agrees by the email that their signup's address got, and gets the receipt and the link that stops it", async () => {
    const { email, driver, mail } = await invitedPerson({ language: "es" });
    const page = await cloud.call(mail.link);
    expect(page.text).toContain(company);
    expect(page.text).not.toContain("Esto es una prueba");
    const started = await savingsMailAfter(cloud, email, () => act(cloud, mail.link, "agree", CHOICE));
    const [jws = ""] = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(started.text) ?? [];
    const claims = JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());
    const { id } = await agreementOf(driver);
    expect(claims).toMatchObject({
      act: "save_from_payouts",
      auth: "email_link",
      sub: id,
      lang: "es",
      livemode: true,
      terms: { partner: company, partner_terms: "withholding_terms-en/2", percent: 5, yearly_cap: 100_000 },
    });
    expect(JSON.stringify(claims)).not.toContain(email);

    const ended = await savingsMailAfter(cloud, email, () => act(cloud, started.link, "end"));
    const words = ["¿Ahorrar una parte de tus pagos de Savers", "/stop", "Ya no ahorras"];
    expect([mail.subject, started.text, ended.subject]).toEqual(
      words.map((each) => expect.stringContaining(each)),
    );
    expect(await agreementOf(driver)).toMatchObject({ status: "ended", ended_by: "driver" });
  });

  test("gets the invitation although the driver's address is another spelling of the mailbox", async () => {
    const person = await confirmedPerson(cloud);
    const driver = await driverOf(live, person.email.replace("@", "+rides@"));
    const mail = await savingsMailAfter(cloud, person.email, () => live.create(savingsPath(driver), {}));
    expect(mail.to).toEqual([person.email]);
  });

  test("starts nothing once the company gave the driver another address", async () => {
    const { driver, mail } = await invitedPerson();
    await live.call(`/v1/drivers/${driver}`, { method: "PATCH", json: { email: freshEmail() } });
    expect((await act(cloud, mail.link, "agree", CHOICE)).status).toBe(404);
    expect((await agreementOf(driver)).status).toBe("invited");
  });

  test("who says that the signup was not theirs ends all savings and has no page any more", async () => {
    const { link, driver, started } = await savingPerson();
    await postForm(cloud, `${link}/not-me`);
    await eventually(async () => (await agreementOf(driver)).status === "ended");
    expect(await agreementOf(driver)).toMatchObject({ ended_by: "driver" });
    expect((await cloud.call(started.link)).status).toBe(404);
  });

  test("who is erased saves no more, and no email follows", async () => {
    const { email, driver, started } = await savingPerson();
    const before = (await mailsTo(cloud, email)).length;
    const words = ["person", "erase", email, "--reason", "Ticket 41", "--yes", "--json"];
    const erased = await opsWith({}, ...words, "--url", cloud.url);
    expect([erased.code, erased.stdout]).toEqual([
      0,
      expect.stringContaining("what a keyed hash of the mailbox saved"),
    ]);
    expect(await agreementOf(driver)).toMatchObject({ status: "ended", ended_by: "driver" });
    expect((await cloud.call(started.link)).status).toBe(404);
    expect(await mailsTo(cloud, email)).toHaveLength(before);
  });

  test("gets an email about each change of what they chose", async () => {
    const { email, started } = await savingPerson();
    const changed = await savingsMailAfter(cloud, email, () =>
      act(cloud, started.link, "change", { ...CHOICE, percent: "7" }),
    );
    expect(changed.text).toContain("You changed what you save from payouts");
  });

  test("hears of an agreement that the company ends", async () => {
    const { email, driver } = await savingPerson();
    const mail = await savingsMailAfter(cloud, email, () =>
      live.call(savingsPath(driver), { method: "DELETE" }),
    );
    expect(mail.subject).toContain("You no longer save from payouts of");
  });
});

// Besides these, only a proposal emails: test/journeys/dashboard-proposals.test.ts.
test.each([
  ["invites a driver", "POST"],
  ["ends an agreement", "DELETE"],
])("a dry run of a call that %s names the email that the call then causes", async (_, method) => {
  const { email, driver } = await (method === "POST" ? invitable() : savingPerson());
  const path = savingsPath(driver);
  const call = { method, ...(method === "POST" && { json: {} }) };
  const mails = async () => (await mailsTo(cloud, email)).filter(({ text }) => text.includes("/savings/"));
  const before = (await mails()).length;
  const { dry_run } = (await live.call(`${path}?dry_run=true`, call)).json;
  expect((await live.call(path, call)).status).toBeLessThan(300);
  await cloud.advance("2m");
  expect((await mails()).slice(before).map(() => "savings")).toEqual(dry_run.emails);
});

test("an unconfirmed signup gets no invitation", async () => {
  const { email } = await newSignup(cloud);
  const driver = await driverOf(live, email);
  await live.create(savingsPath(driver), {});
  const person = await confirmedPerson(cloud);
  const other = await driverOf(live, person.email);
  // The queue is in order of these, so the second one's email comes after the first one's chance.
  await savingsMailAfter(cloud, person.email, () => live.create(savingsPath(other), {}));
  expect((await mailsTo(cloud, email)).filter(({ text }) => text.includes("/savings/"))).toEqual([]);
});

test("a company reads neither a link to the pages nor what a person chose", async () => {
  const { driver } = await invitedPerson();
  const saving = await savingPerson();
  const texts: string[] = [];
  for (const path of [savingsPath(driver), savingsPath(saving.driver), "/v1/events", `/v1/drivers/${driver}`])
    texts.push((await live.get(path)).text);
  expect(texts.join()).not.toMatch(/yearly_cap|100000|\/savings\/[\w-]{43}/);
});
