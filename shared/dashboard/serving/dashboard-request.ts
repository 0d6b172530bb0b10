import type { Mode } from "../../domain/item/owner.ts";
import type { Result } from "../../http/serve/responses.ts";
import type { Shown } from "../frame/shown.tsx";
import type { Write } from "../../store/table/table.ts";
import type { Visitor } from "./visitor.ts";

export type DashboardRequest = Visitor & {
  shown: Shown;
  /** The mode in the path; test where the path has none. */
  owner: { account_id: string; mode: Mode };
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  form: Record<string, string>;
  now: Date;
  /** The write that makes a redirect a form's answer. Without it, the answer is stored afterwards. */
  remember: (location: string) => Write | undefined;
};

export type Action = (request: DashboardRequest) => Promise<Result> | Result;
export type Actions = Readonly<Record<string, Action>>;
