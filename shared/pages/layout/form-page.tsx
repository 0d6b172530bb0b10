import type { ComponentChildren } from "preact";
import { type FormToken, hiddenFields } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Form } from "./form.tsx";
import { htmlResult, type PageOptions } from "./layout.tsx";

type FormProps = {
  token: FormToken;
  action: string;
  button?: string;
  children?: ComponentChildren;
  after?: ComponentChildren;
  options?: PageOptions;
};

export function formPage(
  status: number,
  title: string,
  content: ComponentChildren,
  { action, button, token, children, after, options }: FormProps,
): Result {
  const page = htmlResult(
    status,
    title,
    <>
      {content}
      <Form action={action} hidden={hiddenFields(token)}>
        {children}
        {button !== undefined && <button type="submit">{button}</button>}
      </Form>
      {after}
    </>,
    options,
  );
  return { ...page, cookies: [token.cookie] };
}
