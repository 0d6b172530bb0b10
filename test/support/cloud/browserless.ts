import type { Call, Reply } from "../../../infra/local/test/support/http.ts";
import { hiddenIn } from "../dashboard/dashboard.ts";
import type { Cloud } from "./cloud.ts";

/** An open page without a browser: its cookie, and its form's token and id. */
export type OpenForm = { post: (fields?: Record<string, string>, action?: string) => Promise<Reply> };

export async function openForm(cloud: Cloud, path: string, call: Call = {}): Promise<OpenForm> {
  const page = await cloud.call(path, call);
  const [cookie = ""] = String(page.headers["set-cookie"] ?? "").split(";");
  return {
    post: (fields = {}, action = path) =>
      cloud.call(action, {
        method: "POST",
        body: new URLSearchParams({ ...hiddenIn(page), ...fields }).toString(),
        ...call,
        headers: { "content-type": "application/x-www-form-urlencoded", cookie, ...call.headers },
      }),
  };
}

/** Opens a page and posts its form. `action`: where, if not to the page itself. */
export const postForm = async (
  cloud: Cloud,
  path: string,
  fields: Record<string, string> = {},
  call: Call = {},
  action = path,
) => (await openForm(cloud, path, call)).post(fields, action);

/** Those of the words that a text has not. */
export const missingFrom = (text: string, ...words: string[]): string[] =>
  words.filter((each) => !text.includes(each));
