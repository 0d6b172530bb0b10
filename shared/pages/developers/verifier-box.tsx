import { shortened } from "./copy-box.tsx";
import { PostForm, type Shown } from "./frame.tsx";

/** A page has at most 60 KB, and a pasted body may have as much. */
const MOST_REPEATED = 30_000;

type VerifierProps = { shown: Shown; base: string; given: Record<string, string> };

const FIELDS = [
  ["id", "webhook-id"],
  ["timestamp", "webhook-timestamp"],
  ["signature", "webhook-signature"],
] as const;

/** Checks a delivery that a visitor pastes. It needs no secret: the service has the endpoint's. */
export const VerifierBox = ({ shown, base, given }: VerifierProps) => (
  <section class="card" aria-labelledby="verify">
    <h2 id="verify">Why does my signature fail?</h2>
    <p class="soft">
      Paste what your server received. We check it with this endpoint's secret and say what is wrong.
    </p>
    <PostForm shown={shown} action={`${base}/verify`} button="Check the signature">
      <div class="trio">
        {FIELDS.map(([name, header]) => (
          <div key={name}>
            <label for={`verify-${name}`}>
              <code>{header}</code>
            </label>
            <input
              id={`verify-${name}`}
              name={name}
              value={given[name]?.slice(0, 1_000)}
              autocomplete="off"
              spellcheck={false}
            />
          </div>
        ))}
      </div>
      <label for="verify-body">
        Body <span class="hint">The raw bytes, before any parser.</span>
      </label>
      <textarea id="verify-body" name="body" rows={4} spellcheck={false}>
        {shortened(given.body ?? "", MOST_REPEATED) === given.body ? given.body : ""}
      </textarea>
    </PostForm>
  </section>
);
