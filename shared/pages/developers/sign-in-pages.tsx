import { brand } from "../../domain/brand.ts";
import { FORM_TOKEN_FIELD, type FormToken } from "../../http/guard/form-token.ts";
import type { Result } from "../../http/serve/responses.ts";
import { describedBy, Mistake, MistakeSummary, type Mistakes } from "../layout/form-mistakes.tsx";
import { htmlResult } from "../layout/layout.tsx";

type SignInProps = {
  token: FormToken;
  next: string;
  kind?: "ask" | "register";
  mistakes?: Mistakes;
  given?: Record<string, string>;
};

/** Registration and sign-in. A form with mistakes keeps what was typed. */
export function signInPageOf({ token, next, kind, mistakes = {}, given = {} }: SignInProps): Result {
  const of = (form: "ask" | "register") =>
    kind === form ? { mistakes, given } : { mistakes: {}, given: {} };
  const labels = { [`${kind}-email`]: "Email", "register-company": "Company" };
  const listed = Object.fromEntries(
    Object.entries(mistakes).map(([name, message]) => [`${kind}-${name}`, message]),
  );
  const page = htmlResult(
    kind === undefined ? 200 : 400,
    "Developers",
    <>
      <h1>Build with {brand.serviceName}</h1>
      <p class="lead">
        Pay drivers, track earnings and taxes, and get signed webhooks. Start in the sandbox: it's complete,
        it's free and no money moves.
      </p>
      <MistakeSummary mistakes={listed} labels={labels} />
      <div class="doors">
        <section class="card" aria-labelledby="register">
          <h2 id="register">Create an account</h2>
          <p class="soft">You need no password and no card. We email you a link.</p>
          <form method="post" action="/developers/sign-in/register" novalidate>
            <Hidden token={token} next={next} />
            <Field
              form="register"
              name="company"
              label="Company or app"
              {...of("register")}
              autocomplete="organization"
            />
            <Field form="register" name="email" label="Work email" {...of("register")} autocomplete="email" />
            <button type="submit">Create account</button>
          </form>
        </section>
        <section class="card" aria-labelledby="sign-in">
          <h2 id="sign-in">Sign in</h2>
          <p class="soft">Use the email of your account. We email you a link.</p>
          <form method="post" action="/developers/sign-in/ask" novalidate>
            <Hidden token={token} next={next} />
            <Field form="ask" name="email" label="Email" {...of("ask")} autocomplete="email" />
            <button type="submit">Email me a sign-in link</button>
          </form>
        </section>
      </div>
      <p>
        Just looking? Read the <a href={`${brand.docsPath}/platform`}>guide</a> or{" "}
        <a href={`${brand.docsPath}/quick-start`}>try the quick start</a> without an account.
      </p>
    </>,
    { wide: true, forDevelopers: true, path: "/developers" },
  );
  return { ...page, cookies: [token.cookie] };
}

const Hidden = ({ token, next }: { token: FormToken; next: string }) => (
  <>
    <input type="hidden" name={FORM_TOKEN_FIELD} value={token.token} />
    <input type="hidden" name="next" value={next} />
  </>
);

/** More than an email or a company may have. */
const MOST_REPEATED = 300;

type FieldProps = {
  form: string;
  name: string;
  label: string;
  autocomplete: string;
  mistakes: Mistakes;
  given: Record<string, string>;
};

const Field = ({ form, name, label, autocomplete, mistakes, given }: FieldProps) => {
  const id = `${form}-${name}`;
  const own = mistakes[name] ? { [id]: mistakes[name] } : {};
  return (
    <>
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...(name === "email" ? { type: "email" } : { type: "text" })}
        autocomplete={autocomplete}
        value={given[name]?.slice(0, MOST_REPEATED)}
        required
        {...describedBy(own, id)}
      />
      <Mistake mistakes={own} name={id} />
    </>
  );
};
