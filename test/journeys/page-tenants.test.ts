import { expect, test } from "@jest/globals";
import { pages } from "../../shared/contract/service.ts";
import { openForm } from "../support/cloud/browserless.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { linkIn, mailTo } from "../support/cloud/mailbox.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newPartner } from "../support/partner/platform.ts";
import { CHOICE, invited, savingsPath } from "../support/partner/savings.ts";
import { newSignup, SIGNUPS } from "../support/partner/signup.ts";

const cloud = await sharedCloud();

/** Parts of paths that are no object of a person. */
const OPEN: Record<string, string> = {
  file: "x",
  "file+": "x",
  "path+": "x",
  mode: "test",
  hash: "x",
  part: "receipt",
};
/** What opens a page: by the beginning of its route, and by the name in the route. */
const SECRETS: Record<string, keyof Proofs> = {
  "/signup/{proof}": "signup",
  "/savings/{proof}": "savings",
  "/connect/{state}": "connection",
  "/v1/{token}": "document",
};
type Proofs = Awaited<ReturnType<typeof person>>["proofs"];

const lastOf = (link: string) => link.split("/").at(-1) ?? "";

/** Someone with a link of each kind. */
async function person(name: string) {
  const partner = await newPartner(cloud);
  const { id: driver, email } = await partner.driver({ first_name: name, email: freshEmail() });
  const { signup_id, email: mailbox } = await newSignup(cloud, { name });
  const savings = lastOf(await invited(partner, driver));
  const agreement = (await partner.read(savingsPath(driver))).id;
  const wish = { platform: "uber", redirect_url: "https://app.example.com/connected" };
  const { state } = await partner.create(`/v1/earnings/${driver}/connect`, wish);
  const year = { year: 2026, gross_amount: 300_000 };
  await partner.create(`/v1/test_helpers/tax/${driver}/1099_ready`, year);
  const { pdf_url } = await partner.read(`/v1/tax/${driver}/1099?year=2026`);
  const signup = lastOf(linkIn(await mailTo(cloud, mailbox)));
  const proofs = { signup, savings, connection: String(state), document: lastOf(pdf_url) };
  const seen = async () => [
    (await cloud.call(`${SIGNUPS}/${signup_id}`)).json.status,
    await partner.read(savingsPath(driver)),
    await partner.read(`/v1/earnings/${driver}/connections`),
  ];
  return {
    proofs,
    ids: { signup_id: String(signup_id), driver, agreement },
    secrets: [name, email, mailbox],
    seen,
  };
}

/**
 * The path of a page that is opened by a proof of us, or by an id that a company or an agent has of their
 * objects. `isRefused`: it is our proof for their signup, or of another kind.
 */
function pathWith(template: string, kind: string, proof: string, signup_id: string) {
  const [, noun = ""] = template.split("/");
  let isRefused = false;
  const path = template.replace(/\{([\w+]+)\}/g, (param, name: string) => {
    if (name === "signup_id") return signup_id;
    const secret = SECRETS[`/${noun}/{${name}}`];
    isRefused ||= secret !== undefined && (template.includes("{signup_id}") || secret !== kind);
    const value = secret ? proof : OPEN[name];
    if (value === undefined) throw new Error(`The walk has nothing for ${param} of ${template}`);
    return value;
  });
  return { path, isRefused };
}

test("links of each kind and another's ids open and do nothing of theirs by any page outside the dashboard", async () => {
  const [ours, theirs] = [await person("Oursome"), await person("Theirsome")];
  const before = await theirs.seen();
  const form = await openForm(cloud, `/signup/${ours.ids.signup_id}/${ours.proofs.signup}`);
  const fields = { ...CHOICE, act: "agree", decision: "allow" };
  const secrets = [...theirs.secrets, ...Object.values(theirs.proofs)];
  const walked = pages.filter((page) => !("rights" in page)).flatMap(({ routes }) => routes);
  for (const route of walked.filter((each) => each.includes("{"))) {
    const [method = "", template = ""] = route.split(" ");
    for (const [kind, proof] of Object.entries({ ...ours.proofs, ...theirs.ids })) {
      const { path, isRefused } = pathWith(template, kind, proof, theirs.ids.signup_id);
      const { status, text } = method === "GET" ? await cloud.call(path) : await form.post(fields, path);
      const leaks = secrets.filter((secret) => text.includes(secret));
      expect([route, kind, isRefused ? status : 404, leaks]).toEqual([route, kind, 404, []]);
    }
  }
  expect(await theirs.seen()).toEqual(before);
});
