import { TextArea, TextField } from "../../pages/layout/form-fields.tsx";
import { shortened } from "../frame/copy-box.tsx";
import { Part, PostForm } from "../frame/frame.tsx";

/** A page has at most 60 KB, and a pasted body may have as much. A part of it has another signature. */
const MAX_REPEATED = 30_000;
const repeated = (body: string) => (shortened(body, MAX_REPEATED) === body ? body : "");

const FIELDS = [
  ["id", "webhook-id"],
  ["timestamp", "webhook-timestamp"],
  ["signature", "webhook-signature"],
] as const;

/** Checks a delivery that a visitor pastes. It needs no secret: the service has the endpoint's. */
export const VerifierBox = ({ base }: { base: string }) => (
  <Part id="verify" title="Why does my signature fail?">
    <p class="soft">
      Paste what your server received. We check it with this endpoint's secret and say what is wrong.
    </p>
    <PostForm action={`${base}/verify`} button="Check the signature" kind="second">
      <div class="trio">
        {FIELDS.map(([name, header]) => (
          <div key={name}>
            <TextField name={name} label={<code>{header}</code>} maxLength={1_000} spellcheck={false} />
          </div>
        ))}
      </div>
      <TextArea
        name="body"
        label="Body"
        hint="The raw bytes, before any parser."
        rows={4}
        repeated={repeated}
      />
    </PostForm>
  </Part>
);
