import type { ComponentChildren } from "preact";
import { brand } from "../../domain/brand/brand.ts";
import { type FormToken, hiddenFields } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { Form, mistakesById, type Sent } from "../../pages/layout/form.tsx";
import { TextField, Tick } from "../../pages/layout/form-fields.tsx";
import { MistakeSummary } from "../../pages/layout/form-mistakes.tsx";
import { htmlResult } from "../../pages/layout/layout.tsx";

export const REGISTER = "/developers/sign-in/register";
export const ASK = "/developers/sign-in/ask";

type SignInProps = {
  token: FormToken;
  next: string;
  sent?: Sent | undefined;
  hasEnded?: boolean;
  /** Of an invitation. */
  email?: string | undefined;
  /** Of the browser's sandbox of the docs. The script knows that of its tab. */
  sandboxKey?: string | undefined;
};

/** Registration and sign-in. A person who was here before, or was invited, only signs in. */
export function signInPageOf(props: SignInProps): Result {
  const { token, sent, hasEnded, email } = props;
  const isMember = hasEnded === true || email !== undefined;
  const mistakes = sent ? mistakesById(sent) : {};
  const { "": _, ...labels } = mistakes;
  const page = htmlResult(
    sent ? 400 : 200,
    isMember ? "Sign in" : "Developers",
    isMember ? (
      <>
        <h1>Sign in to {brand.serviceName}</h1>
        {hasEnded && (
          <p class="notice" role="status">
            Your session ended. Sign in to continue.
          </p>
        )}
        <div class="narrow">
          <SignIn {...props} />
        </div>
        <p>
          New here? <a href="/developers">Create an account</a>.
        </p>
      </>
    ) : (
      <>
        <h1>Build with {brand.serviceName}</h1>
        <p class="lead">
          Pay drivers, track earnings and taxes, and get signed webhooks. Start in the sandbox: it's complete,
          it's free and no money moves.
        </p>
        <MistakeSummary mistakes={mistakes} labels={labels} />
        <div class="doors">
          <Register {...props} />
          <SignIn {...props} />
        </div>
        <p>
          Just looking? <a href={`${brand.docsPath}/platform`}>Try the quick start</a> without an account.
        </p>
      </>
    ),
    { wide: true, forDevelopers: true, path: "/developers", script: DEVELOPERS_SCRIPT },
  );
  return { ...page, cookies: [token.cookie] };
}

type DoorProps = SignInProps & { action: string; button: string; children: ComponentChildren };

const Door = ({ token, next, sent, action, button, children }: DoorProps) => (
  <Form action={action} hidden={{ ...hiddenFields(token), next }} sent={sent} novalidate>
    {children}
    <button type="submit">{button}</button>
  </Form>
);

const Register = (props: SignInProps) => (
  <section class="part" aria-labelledby="register">
    <h2 id="register">Create an account</h2>
    <p class="soft">You need no password and no card. We email you a link.</p>
    <Door {...props} action={REGISTER} button="Create account">
      <TextField name="company" label="Company or app" autocomplete="organization" required />
      <TextField name="email" label="Work email" type="email" autocomplete="email" required />
      <Tick type="checkbox" name="sample" checked>
        Start with sample data: drivers, a year of earnings, and payouts
      </Tick>
      <details
        data-own-key
        open={props.sandboxKey !== undefined || props.sent?.mistakes.sandbox_key !== undefined}
      >
        <summary>Keep a sandbox from the docs</summary>
        <TextField
          name="sandbox_key"
          label="Sandbox key"
          hint="Your account starts with its drivers and payouts."
          spellcheck={false}
          value={props.sandboxKey}
        />
      </details>
    </Door>
  </section>
);

const SignIn = (props: SignInProps) => (
  <section class="part" aria-labelledby="sign-in">
    <h2 id="sign-in">Sign in</h2>
    <p class="soft">Use the email of your account. We email you a link.</p>
    <Door {...props} action={ASK} button="Email me a sign-in link">
      <TextField name="email" label="Email" type="email" autocomplete="email" required value={props.email} />
    </Door>
  </section>
);
