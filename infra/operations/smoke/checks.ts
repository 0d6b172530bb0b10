import type { Fields } from "../../../shared/contract/operators/command.ts";
import { Finding } from "../../../shared/canary/caller.ts";
import { openChecks, WIDEN, writeCheck } from "../../../shared/canary/fast-checks.ts";
import { alarmReaders } from "./alarm-readers.ts";
import type { Stage } from "./stage.ts";

/** What the checks after a failed one cannot do without. */
type Part = "operators" | "key" | "driver" | "email" | "aws";
export type SmokeCheck = {
  /** What works when the check passes. */
  name: string;
  /** Where to look, or which setting to change, when it fails. */
  wayOut: string;
  /** Absent: the operators' commands. */
  needs?: readonly Part[];
  gives?: Part;
  run: (stage: Stage) => Promise<void>;
};

/** Every kind of wiring, each with sandbox data. A check that fails does not stop the others. */
export const checks: readonly SmokeCheck[] = [
  {
    name: "an operator's command reaches its function, which proves the caller and writes the audit record",
    wayOut: "Check lambda:InvokeFunction of your credentials, then the log lines of look-up",
    needs: [],
    gives: "operators",
    run: async (stage) => {
      const data = (await stage.command("show", { id: "stage" })).data as Fields;
      stage.api = stage.target.stage ? String(data.api) : stage.target.url;
      stage.emails = data.emails === "on";
      stage.alarmTopic = String(data.alarm_topic ?? "");
    },
  },
  {
    name: "IAM refuses a function the items of another, also in a transaction",
    wayOut: "The condition dynamodb:LeadingKeys does not hold. Functions are not isolated by IAM: tell us",
    run: async (stage) => {
      const data = (await stage.command("show", { id: "stage" })).data as Fields;
      if (data.foreign_read !== "refused") throw new Finding("A read of another function's item was allowed");
      if (data.foreign_transaction !== "refused")
        throw new Finding("A transaction with another function's item was allowed");
    },
  },
  ...openChecks,
  {
    name: "a partner's account gets a test key",
    wayOut: `Look at the log lines of change-accounts. ${WIDEN}`,
    gives: "key",
    run: async (stage) => {
      const { message } = await stage.command("create-key", { account: stage.account });
      const [, key = "", id = ""] = /^(\S+)\n(key_\w+)/.exec(message) ?? [];
      stage.key = key;
      stage.cleanUps.unshift(() => stage.command("revoke-key", { key_id: id }));
    },
  },
  { ...writeCheck, needs: ["key"], gives: "driver" },
  {
    name: "the table's stream, the relay, the queues and the signer deliver an event",
    wayOut:
      "Look at the alarms RelayBehind, QueueBehind and DeadLetters, then at the log lines of relay-events, fan-out-event and deliver-webhook",
    needs: ["driver"],
    run: async (stage) => {
      // The receiver is the stage itself. It answers the signed POST with a 405: the POST has arrived.
      const json = { url: `${stage.api}/health`, events: ["*"] };
      const created = await stage.expect(201, "/v1/webhooks", stage.keyed("/v1/webhooks", { json }));
      const path = `/v1/webhooks/${created.json().id}`;
      stage.cleanUps.unshift(() => stage.remove(path));
      const payout = { driver_id: stage.driver, amount: 100, currency: "usd", method: "instant" };
      const headers = { "idempotency-key": `${stage.id}-instant` };
      const request = stage.keyed("/v1/payments/payout", { json: payout, headers });
      await stage.expect(201, "/v1/payments/payout", request);
      await stage.eventually("no signed POST of the payout's event has arrived", async () => {
        const list = await stage.expect(200, `${path}/deliveries`, stage.keyed(`${path}/deliveries`));
        const [first] = list.json().data as readonly { last_attempt: Fields | null }[];
        const { status, cause } = first?.last_attempt ?? {};
        if (cause) throw new Finding(`The signer could not reach the stage itself (${String(cause)})`);
        return status ? true : undefined;
      });
    },
  },
  {
    name: "a payout's hint arrives when it is due (60 s)",
    wayOut:
      "Look at the alarms PayoutsLate and QueuesSilent, then at the log lines of relay-outbox and settle-payout",
    needs: ["driver"],
    run: async (stage) => {
      const json = { driver_id: stage.driver, amount: 100, currency: "usd", method: "standard" };
      const headers = { "idempotency-key": `${stage.id}-standard` };
      const path = "/v1/payments/payout";
      const { id } = (await stage.expect(201, path, stage.keyed(path, { json, headers }))).json();
      // A driver with a pending payout cannot be deleted. A payout that has settled gets a 409.
      stage.cleanUps.unshift(() => stage.keyed(`/v1/payments/${id}/cancel`, { method: "POST" }));
      await stage.eventually("the payout is still pending", async () => {
        const reply = await stage.expect(200, `/v1/payments/${id}`, stage.keyed(`/v1/payments/${id}`));
        return reply.json().status === "completed" ? true : undefined;
      });
    },
  },
  {
    name: "a sandbox signup's timer starts and fires (60 s)",
    wayOut:
      "Look at the alarms TimerStarts and TimerErrors, then at the executions of the state machine AdvanceSignup",
    run: async (stage) => {
      const path = "/api/agent/signups";
      const json = { email: `smoke-${stage.id}@example.com`, sandbox: true };
      const { signup_id } = (await stage.expect(201, path, stage.call(path, { json }))).json();
      await stage.eventually("the signup is still initiated", async () => {
        const reply = await stage.expect(200, `${path}/ID`, stage.call(`${path}/${signup_id}`));
        return reply.json().status === "initiated" ? undefined : true;
      });
    },
  },
  {
    name: "a confirmation email leaves for SES's mailbox simulator",
    wayOut:
      "Look at the alarm UnsentMail and the log lines of send-mail. Is the sender's domain verified, and SES out of its sandbox?",
    needs: ["operators", "email"],
    run: async (stage) => {
      const path = "/api/agent/signups";
      const json = { email: `success+smoke-${stage.id}@simulator.amazonses.com` };
      const { signup_id } = (await stage.expect(201, path, stage.call(path, { json }))).json();
      stage.cleanUps.unshift(() => stage.command("erase-person", { person: String(signup_id) }));
      await stage.eventually("the email was not sent", async () => {
        const data = (await stage.command("show", { id: String(signup_id) })).data as Fields;
        return Number(data.emails_sent) > 0 ? true : undefined;
      });
    },
  },
  {
    name: "the alarms reach a person",
    wayOut: "Set alarmEmail, deploy, and confirm the subscription that comes by email",
    needs: ["operators", "aws"],
    run: async (stage) => {
      const readers = await alarmReaders(stage.alarmTopic);
      if (readers === 0) throw new Finding("The alarms' topic has no confirmed subscription");
    },
  },
];
