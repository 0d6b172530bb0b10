import { expect, test } from "@jest/globals";
import { openForm, postForm } from "../support/cloud/browserless.ts";
import { type Cloud, freshAddress, startCloud } from "../support/cloud/cloud.ts";
import { linkIn, mailAfter, mailTo } from "../support/cloud/mailbox.ts";
import { muchLater } from "../support/cloud/much-later.ts";
import { newSignup, SIGNUPS } from "../support/journeys/signup.ts";

let cloud: Cloud;

const again = (email: string) => cloud.post(SIGNUPS, { email }, { from: freshAddress() });
const status = (path: string) => cloud.call(path).then((reply) => reply.status);
const stateOf = async (id: string) => (await cloud.call(`${SIGNUPS}/${id}`)).json.status;
const linkTo = async (email: string) => linkIn(await mailTo(cloud, email));

test("links end after 7 days, a signup 90 days after its creation or refusal, and a confirmed one never", async () => {
  cloud = await startCloud();
  const ignored = await newSignup(cloud, { language: "es" });
  const confirmed = await newSignup(cloud);
  const refused = await newSignup(cloud);
  const cancelled = await newSignup(cloud);
  const [old, used] = [await linkTo(ignored.email), await linkTo(confirmed.email)];
  const cancels = await linkTo(cancelled.email);
  await linkTo(refused.email);
  await postForm(cloud, used, { consent: "yes" });

  cloud = await muchLater(cloud, 7);
  // The link of a confirmed signup shows its receipt.
  expect([await status(old), await status(used)]).toEqual([410, 200]);
  // A browser whose language we do not have gets the signup's.
  const foreign = await cloud.call(old, { headers: { "accept-language": "pt" } });
  expect(foreign.text).toContain('<html lang="es">');
  for (const path of [old, used]) expect(await status(`${path}/not-me`)).toBe(200);
  const late = await openForm(cloud, `/signup/${ignored.signup_id}`);
  expect((await late.post({ consent: "yes" }, old)).status).toBe(410);
  expect(await stateOf(ignored.signup_id)).toBe("initiated");
  // The link in an email stops email for as long as the signup is stored.
  expect((await postForm(cloud, `${cancels}/not-me`)).status).toBe(303);
  expect(await stateOf(cancelled.signup_id)).toBe("declined");
  expect([await status(cancels), await status(`${cancels}/not-me`)]).toEqual([410, 200]);
  const another = await mailAfter(cloud, refused.email, () =>
    postForm(cloud, `/signup/${refused.signup_id}`, {}, { from: freshAddress() }),
  );
  await postForm(cloud, `${linkIn(another)}/not-me`);
  expect(await stateOf(refused.signup_id)).toBe("declined");

  cloud = await muchLater(cloud, 83);
  expect(await status(`${SIGNUPS}/${ignored.signup_id}`)).toBe(404);
  expect(await status(`/signup/${ignored.signup_id}`)).toBe(404);
  const anew = await again(ignored.email);
  expect([anew.status, anew.json.status]).toEqual([201, "initiated"]);
  expect(anew.json.signup_id).not.toBe(ignored.signup_id);
  expect((await again(refused.email)).json).toMatchObject({
    signup_id: refused.signup_id,
    status: "declined",
  });

  cloud = await muchLater(cloud, 7);
  expect(await status(`${SIGNUPS}/${refused.signup_id}`)).toBe(404);
  expect((await again(refused.email)).status).toBe(201);
  expect(await stateOf(confirmed.signup_id)).toBe("waitlist_joined");
  expect((await again(confirmed.email)).json.signup_id).toBe(confirmed.signup_id);
});
