import { expect, test } from "@jest/globals";
import type { LocalMail } from "../../infra/local/ses/ses.ts";
import { eventually } from "../../infra/local/test/support/eventually.ts";
import { postForm } from "../support/cloud/browserless.ts";
import { freshAddress, startCloud } from "../support/cloud/cloud.ts";
import { linkIn } from "../support/cloud/mailbox.ts";
import { SIGNUPS } from "../support/journeys/signup.ts";

/** Strangers want one mailbox flooded. They know every spelling of its address, and have many addresses. */
const cloud = await startCloud();

const spellings = {
  "victim.example": (n: number) => `${n % 2 ? "ana" : "Ana"}+${n}@Victim.example`,
  "gmail.com": (n: number) =>
    `a${n % 2 ? "." : ""}n${n % 3 ? "." : ""}a+${n}@${n % 5 ? "gmail" : "GoogleMail"}.com`,
};

const mailsAt = async (domain: keyof typeof spellings): Promise<LocalMail[]> =>
  ((await cloud.call("/_local/mailbox/json")).json as LocalMail[]).filter(({ to }) =>
    to[0]?.toLowerCase().replace("googlemail", "gmail").endsWith(`@${domain}`),
  );
/** Lets everything that is due be done. */
const settled = () => cloud.advance("0s");
const start = async (email: string): Promise<string> => {
  const { status, json } = await cloud.post(SIGNUPS, { email }, { from: freshAddress() });
  expect(status).toBe(201);
  return json.signup_id;
};
const press = async (id: string) => {
  const { status, headers } = await postForm(cloud, `/signup/${id}`, {}, { from: freshAddress() });
  expect([status, headers.location]).toEqual([303, `/signup/${id}/mailed`]);
};
/** The button sends an email only a minute after the email before. */
const aMinuteLater = () => cloud.advance("61s");

test.each(["victim.example", "gmail.com"] as const)(
  "80 requests for email to a mailbox at %s in other spellings send two emails at creation and two by the button",
  async (domain) => {
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push(await start(spellings[domain](n)));
    await aMinuteLater();
    for (const id of ids) await press(id);
    await settled();
    expect(await mailsAt(domain)).toHaveLength(4);
  },
  60_000,
);

test('"This wasn\'t me" stops email to every spelling of the mailbox', async () => {
  const of = (n: number) => `bob+${n}@victim2.example`;
  await start(of(1));
  const [mail] = await eventually(async () => {
    const found = (await cloud.call("/_local/mailbox/json")).json as LocalMail[];
    const to = found.filter(({ to: [address] }) => address?.endsWith("@victim2.example"));
    return to.length > 0 ? to : undefined;
  });
  await postForm(cloud, `${linkIn(mail as LocalMail)}/not-me`);
  const id = await start(of(2));
  await aMinuteLater();
  await press(id);
  await settled();
  const all = (await cloud.call("/_local/mailbox/json")).json as LocalMail[];
  expect(all.filter(({ to: [address] }) => address?.endsWith("@victim2.example"))).toHaveLength(1);
});
