import { beforeEach, expect, test } from "@jest/globals";
import { signedRequest } from "../../infra/operations/ops/signed-request.ts";
import { operatorFunctionName } from "../../shared/contract/operators/function-name.ts";
import type { AuditRecord } from "../../shared/domain/audit/audit-record.ts";
import { operatorCall } from "../support/cloud/operator-call.ts";
import { opsWith } from "../support/cloud/ops.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { newSignup } from "../support/partner/signup.ts";

const OPERATOR = "arn:aws:iam::000000000000:user/operator";

const cloud = await sharedCloud();
beforeEach(() => cloud.forgetLogs());

const ops = (...args: string[]) => opsWith({}, ...args, "--url", cloud.url);

type Row = Pick<AuditRecord, "at" | "command" | "result" | "caller" | "reason"> & { objects: string };

/** The audit records of a command, the newest first. */
async function recordsOf(command: string): Promise<Row[]> {
  const { data } = await cloud.command("list", { noun: "audit", command });
  return data as unknown as Row[];
}

const logged = (command: string) =>
  cloud
    .logs()
    .split("\n")
    .filter((line) => line.includes(`"operation":"${command}"`))
    .map((line) => JSON.parse(line));

test("an action has a record and a log line with its caller, object, reason and result", async () => {
  const { signup_id: id, email } = await newSignup(cloud);
  await ops("person", "erase", id, "--reason", "Ticket 18", "--yes");
  const expected = { caller: OPERATOR, reason: "Ticket 18", result: "done" };
  const [record] = await recordsOf("erase-person");
  expect(record).toMatchObject({ ...expected, objects: id });
  expect(logged("erase-person")).toEqual([expect.objectContaining({ ...expected, objects: [id] })]);

  const list = await ops("list", "audit", "--since", "1h", "--command", "erase-person");
  expect(list).toMatchObject({ code: 0, stdout: expect.stringMatching(`${id} +Ticket 18`) });
  expect(list.stdout).not.toContain(email);
});

test("a lookup by email is recorded with a keyed hash, and neither record nor log has the address", async () => {
  const { signup_id: id, email } = await newSignup(cloud);
  const { stdout } = await ops("show", email);
  expect(stdout).toContain(id);
  expect(stdout).not.toContain(email);
  const [record] = await recordsOf("show");
  expect(record?.objects).toMatch(new RegExp(`^email:[0-9a-f]{8}\\.[0-9a-f]{64} ${id}$`));
  expect(cloud.logs()).not.toContain(email);
});

test("personal data is shown only with --reveal and a reason, and the record says so", async () => {
  const { signup_id: id, email } = await newSignup(cloud);
  const refused = await ops("show", id, "--reveal");
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: "--reason is required.\n" });
  const revealed = await ops("show", id, "--reveal", "--reason", "Ticket 19");
  expect(revealed).toMatchObject({ code: 0, stdout: expect.stringContaining(email) });
  const [record] = await recordsOf("show");
  expect(record).toMatchObject({ command: "show (revealed)", reason: "Ticket 19", objects: id });
});

test("refused and dry runs are recorded, and a dry run changes nothing", async () => {
  const { signup_id: id } = await newSignup(cloud);
  await cloud.command("open-account", { signup_id: id });
  expect((await recordsOf("open-account"))[0]).toMatchObject({ result: "refused", objects: id });
  const { stdout } = await ops("person", "erase", id, "--reason", "Ticket 20", "--dry-run");
  expect(stdout).toContain(`For p•••@e•••.com, these would be erased: the signup ${id}`);
  expect((await cloud.call(`/api/agent/signups/${id}`)).status).toBe(200);
  expect((await recordsOf("erase-person"))[0]).toMatchObject({
    command: "erase-person (dry run)",
    result: "previewed",
  });
});

test("an action that a fault ends is recorded as failed", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems", containing: "ACCOUNT#" });
  await cloud.command("create-key", {});
  await cloud.inject();
  expect((await recordsOf("create-key"))[0]).toMatchObject({ result: "failed" });
});

test("an action whose end cannot be recorded keeps its first record, and its answer arrives", async () => {
  await cloud.inject({ kind: "error", action: "dynamodb:UpdateItem", containing: "AUDIT#" });
  const { ok } = await cloud.command("create-key", {});
  await cloud.inject();
  expect(ok).toBe(true);
  expect((await recordsOf("create-key"))[0]).toMatchObject({ result: "started", caller: OPERATOR });
});

test("without its record, no action begins", async () => {
  const { signup_id: id } = await newSignup(cloud);
  await cloud.inject({ kind: "error", action: "dynamodb:TransactWriteItems", containing: "AUDIT#" });
  await cloud.command("erase-person", { person: id });
  await cloud.inject();
  expect((await cloud.call(`/api/agent/signups/${id}`)).status).toBe(200);
});

const signing = {
  stage: "local",
  region: "us-east-1",
  credentials: { accessKeyId: "operator", secretAccessKey: "local" },
};
const request = { command: "create-key", input: {} };
const invoke = (event: object) => cloud.invoke(operatorFunctionName("local", "change-accounts"), event);
const UNCONFIRMED = { ok: false, message: expect.stringContaining("AWS does not confirm the signature") };

test("a request that was changed after it was signed is refused and leaves no record", async () => {
  const { functionName, event } = await operatorCall("create-key", { test: true });
  const changed = { ...event, request: event.request.replace('"test":true', '"live":true') };
  expect(changed.request).not.toBe(event.request);
  const before = await recordsOf("create-key");
  expect(await cloud.invoke(functionName, changed)).toEqual(UNCONFIRMED);
  expect(await recordsOf("create-key")).toEqual(before);
});

test("a signature for another stage, of another secret or without the request's header is refused", async () => {
  expect(await invoke(await signedRequest(request, { ...signing, stage: "prod" }))).toEqual(UNCONFIRMED);
  const credentials = { accessKeyId: "operator", secretAccessKey: "guessed" };
  expect(await invoke(await signedRequest(request, { ...signing, credentials }))).toEqual(UNCONFIRMED);
  const signed = await signedRequest(request, signing);
  const authorization = signed.caller.authorization.replace(";x-operator-request", "");
  expect(await invoke({ ...signed, caller: { ...signed.caller, authorization } })).toMatchObject({
    ok: false,
    message: expect.stringContaining("not signed as this version"),
  });
  expect(await invoke(request)).toMatchObject({ ok: false, message: expect.stringContaining("signs it") });
});

test("a signed request runs once", async () => {
  const signed = await signedRequest(request, signing);
  expect(await invoke(signed)).toMatchObject({ ok: true });
  expect(await invoke(signed)).toMatchObject({
    ok: false,
    message: expect.stringContaining("was run before"),
  });
});

test("a function runs its own commands only", async () => {
  const signed = await signedRequest({ command: "erase-person", input: {} }, signing);
  expect(await invoke(signed)).toMatchObject({
    ok: false,
    message: expect.stringContaining("another version"),
  });
});
