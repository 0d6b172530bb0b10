import type { ComponentChildren } from "preact";
import { FORM_TOKEN_FIELD, newFormToken } from "../../shared/http/form-token.ts";
import type { Result } from "../../shared/http/responses.ts";
import { htmlResult, type PageOptions } from "./layout.tsx";

type FormProps = {
  action: string;
  /** The label of its one button; left out where `children` has buttons. */
  button?: string;
  children?: ComponentChildren;
  options?: PageOptions;
};

/** A page with one form, under a token of its own. */
export function formPage(
  status: number,
  title: string,
  content: ComponentChildren,
  { action, button, children, options }: FormProps,
): Result {
  const { token, cookie } = newFormToken();
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
    </>,
    options,
  );
  return { ...page, cookies: [cookie] };
}
