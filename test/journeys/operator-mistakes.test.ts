import { expect, test } from "@jest/globals";
import { invocationOf } from "../../shared/contract/operators/command.ts";
import { commands } from "../../shared/contract/service.ts";
import { opsWith, startOps } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";

const cloud = await sharedCloud();

const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);

/** No profile, region or credentials of the machine that runs the tests. */
const noAws = {
  AWS_REGION: "",
  AWS_DEFAULT_REGION: "",
  AWS_ACCESS_KEY_ID: "",
  AWS_SECRET_ACCESS_KEY: "",
  AWS_CONFIG_FILE: "/dev/null",
  AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
  AWS_EC2_METADATA_DISABLED: "true",
};
const aws = () => ({
  ...noAws,
  AWS_ENDPOINT_URL: `${cloud.url}/_local/aws`,
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "operator",
  AWS_SECRET_ACCESS_KEY: "local",
});

test.each([
  [["keys", "creat"], "There is no command keys creat. Did you mean keys create?"],
  [["person", "forget", "a@b.co"], "There is no command person forget."],
  [["keys", "create", "--tset"], "Unknown option --tset. Did you mean --test?"],
  [["keys", "create", "--tier", "growth"], "Unknown option --tier. Usage: npm run ops -- keys create"],
  [["keys", "create", "extra"], "Too many arguments. Usage: npm run ops -- keys create"],
  [["keys", "create", "--account"], "--account needs a value."],
  [["person", "erase", "--reason", "x"], "EMAIL|SIGNUP_ID is required."],
  [["list"], "\n  list waitlist [--after PLACE]\n"],
  [["show"], "of a signup, person, account, key, driver"],
  [["list", "acounts"], "waitlist. Did you mean accounts?"],
])("%p is wrong usage, and the error says what is right", async (args, message) => {
  expect(await ops(...args)).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});

test("what keys create writes to stdout is the key alone", async () => {
  const { ended } = startOps({}, "keys", "create", "--test", "--url", cloud.url);
  const { code, stdout, stderr } = await ended;
  expect([code, stdout, stderr]).toEqual([
    0,
    expect.stringMatching(/^svc_test_\w+\n$/),
    expect.stringMatching(/^key_\w+ of acct_\w+\. This key is not shown again\.\n$/),
  ]);
});

test("keys create says that no account has the name, which may be mistyped", async () => {
  const created = () => cloud.command("create-key", { account: "Acme Mistyped" });
  expect((await created()).message).toMatch(
    / of acct_\w+, a new account with the name Acme Mistyped\. This key/,
  );
  expect((await created()).message).toMatch(/ of acct_\w+\. This key/);
});

test.each([
  [["keys", "create", "--test", "--live"], "Give --test or --live, not both"],
  [["keys", "create", "--scopes", "everything"], "Unknown scope."],
  [["ledger", "audit", "--reveal", "--reason", "x"], "This command shows no personal data to reveal"],
  [["list", "accounts", "--status", "x"], "list accounts: This operation does not take --status."],
])("%p is wrong usage, as the service says", async (args, message) => {
  expect(await ops(...args)).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});

test("with --json, an error is one JSON object too", async () => {
  const { code, stdout } = await ops("keys", "creat", "--json");
  expect([code, JSON.parse(stdout)]).toEqual([
    2,
    { ok: false, message: expect.stringContaining("keys create") },
  ]);
});

test.each(commands.map((command) => [invocationOf(command), command] as const))(
  "the usage of %s names each of its flags, and no other",
  (words, { usage, details = [], argument, input, asks }) => {
    const fields = Object.keys(input.shape).filter((name) => name !== argument);
    const flags = [...fields.map((name) => name.replaceAll("_", "-")), ...(asks ? ["reason"] : [])];
    expect(usage.startsWith(words)).toBe(true);
    const forms = [usage, ...details].join(" ");
    const named = [...new Set([...forms.matchAll(/--([a-z-]+)/g)].map(([, name]) => name))];
    const hidden = ["resume", "after"].filter((name) => flags.includes(name) && !named.includes(name));
    const common = words === "waitlist export" ? ["reveal", "reason"] : [];
    expect([...named, ...hidden].sort()).toEqual([...flags, ...common].sort());
  },
);

test("a stage that does not exist is one clear line", async () => {
  const { code, stderr } = await opsWith(aws(), "list", "accounts", "--stage", "prdo");
  expect([code, stderr]).toEqual([
    2,
    "The stage prdo has no function portable-roth-prdo-look-up in this account and region. Check --stage and AWS_REGION, or deploy this version.\n",
  ]);
});

test("a missing region, missing credentials and a local cloud that does not run are one clear line", async () => {
  const stage = ["list", "accounts", "--stage", "prod"];
  expect(await opsWith(noAws, ...stage)).toEqual({
    code: 2,
    stdout: "",
    stderr: "No AWS region is set. Set AWS_REGION to the region of the stage.\n",
  });
  expect(await opsWith({ ...noAws, AWS_REGION: "us-east-1" }, ...stage)).toEqual({
    code: 2,
    stdout: "",
    stderr: "No AWS credentials were found. Sign in, or set AWS_PROFILE.\n",
  });
  const { code, stderr } = await opsWith({}, "list", "accounts", "--url", "http://127.0.0.1:9");
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/^No local cloud is running at .*npm start.* --url .* PORT/),
  ]);
});

test("with --json and without --yes, a command that asks prints one object, and changes nothing", async () => {
  const { key_id } = await keyOf("asks-in-json");
  const { code, stdout } = await ops("keys", "revoke", key_id, "--reason", "Ticket 1", "--json");
  expect([code, JSON.parse(stdout)]).toEqual([
    2,
    {
      ok: false,
      message: expect.stringMatching(/would be revoked.*Nothing was changed\. Give --yes to do it\.$/),
    },
  ]);
});

/** A new key of an account that an operator names. */
async function keyOf(account: string): Promise<{ key_id: string }> {
  const { message } = await cloud.command("create-key", { account });
  return { key_id: /key_\w+/.exec(message)?.[0] ?? "" };
}
