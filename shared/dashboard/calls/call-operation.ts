import type { PlatformOperation } from "../../contract/operation.ts";
import { newKeyRecord } from "../../domain/account/api-key.ts";
import { limitPayForms } from "../../http/guard/own-limits.ts";
import { PARSING } from "../../http/serve/refused-input.ts";
import type { Input } from "../../http/serve/request.ts";
import type { Result } from "../../http/serve/responses.ts";
import { type PlatformSteps, runKeyed } from "../../http/serve/serve-platform.ts";
import { FormMistakes, mistakesOf } from "../../pages/layout/form-mistakes.tsx";
import { seeOther } from "../../pages/layout/serve-page.tsx";
import { isDryRun } from "../../store/table/dry-run.ts";
import type { Action, DashboardRequest } from "../serving/dashboard-request.ts";
import type { BodyField } from "./fields.tsx";

/** The entry point of an operation. */
type Entry<O extends PlatformOperation, Loaded> = {
  handler: { op: O; steps: Pick<PlatformSteps<O, Loaded>, "load" | "answer"> };
};

type Call<O extends PlatformOperation> = {
  params?: (request: DashboardRequest) => Input<O>["params"];
  /** Its mistakes are shown at the `fields`. */
  body?: (request: DashboardRequest) => unknown;
  fields?: readonly BodyField[];
  /** The page that follows, by what the operation replied. */
  page: (request: DashboardRequest, reply: Record<string, string>) => string;
};

/**
 * A form makes the request of an operation, as a key of the account would. So a page can do what the API
 * does, by its rules and with its events. The right of its route says who may. A check gets the reply.
 */
export const callFromPage =
  <O extends PlatformOperation, Loaded>(
    { handler: { op, steps } }: Entry<O, Loaded>,
    { params, body, fields = [], page }: Call<O>,
  ): Action =>
  async (request) => {
    const { owner, account, source, now, remember } = request;
    if (op.movesMoney) await limitPayForms(owner.account_id, now);
    const key = newKeyRecord(account, owner.mode, [op.scope], now);
    const caller = { owner, key, now, accept: "", source };
    const named = { params: params?.(request) } as Input<O>;
    const read = body && (op.accepts ?? op.body)?.safeParse(body(request), PARSING);
    if (read?.error) {
      // Of an object that the account does not have, no form has mistakes.
      if (params) await steps.load?.(named, caller);
      const words = Object.fromEntries(fields.map(({ name, wrong }) => [name, wrong]));
      throw new FormMistakes(mistakesOf(read.error, words));
    }
    const pageAfter = (result: Result) => page(request, JSON.parse(result.body ?? "{}"));
    const once = {
      remember: (result: Result) => remember(pageAfter(result)),
      countOnce: (limit: () => Promise<void>) => limit(),
    };
    const result = await runKeyed(op, steps, { ...named, body: read?.data } as Input<O>, caller, once);
    return isDryRun() ? result : seeOther(pageAfter(result));
  };
