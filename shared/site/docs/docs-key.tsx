import { SANDBOX_KEY_PATH } from "../../contract/developers/sign-in.ts";
import { brand } from "../../domain/brand/brand.ts";
import { ownNames } from "../../pages/client/own-names.ts";

/** The page's script puts the reader's key and ids in the places of `{{key}}` and DRIVER_ID. */
export const OwnText = ({ text }: { text: string }) => (
  <>
    {text.split(NAMES).map((part, i) => {
      if (part === "{{key}}")
        return <span key={`${i}`} data-own="key">{`${brand.idPrefix}_test_YOUR_KEY`}</span>;
      return i % 2 === 0 ? (
        part
      ) : (
        <span key={`${i}`} data-own={part}>
          {part}
        </span>
      );
    })}
  </>
);

const NAMES = new RegExp(`(\\{\\{key\\}\\}|\\b(?:${Object.values(ownNames).join("|")})\\b)`);

/** Without JavaScript, the link leads to a page with the button. */
export const SandboxKey = () => (
  <div class="sandbox-key" data-sandbox>
    <p data-without-key>
      <a class="button" href={SANDBOX_KEY_PATH} data-get-key>
        Get a sandbox key
      </a>
      <span>It works for 24 hours and comes with a driver to pay.</span>
    </p>
    <p data-with-key hidden>
      <span>
        Your sandbox key and your IDs are in the samples and forms of the docs, in this tab only. The key
        works until <span data-key-until />. To keep the sandbox, <a href="/developers">create an account</a>.
      </span>
      <button type="button" class="button second" data-forget-key>
        Forget the key
      </button>
    </p>
  </div>
);
