import type { ComponentChildren } from "preact";
import { FORM_TOKEN_FIELD, type FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { htmlResult, type PageOptions } from "./layout.tsx";

type FormProps = {
  token: FormToken;
  action: string;
  /** The button's label. Leave it out when `children` has the buttons. */
  button?: string;
  children?: ComponentChildren;
  after?: ComponentChildren;
  options?: PageOptions;
};

/** A page with one form. */
export function formPage(
  status: number,
  title: string,
  content: ComponentChildren,
  { action, button, token: { token, cookie }, children, after, options }: FormProps,
): Result {
  const page = htmlResult(
    status,
    title,
    <>
      {content}
      <form method="post" action={action}>
        <input type="hidden" name={FORM_TOKEN_FIELD} value={token} />
        {children}
        {button !== undefined && <button type="submit">{button}</button>}
      </form>
      {after}
    </>,
    options,
  );
  return { ...page, cookies: [cookie] };
}
