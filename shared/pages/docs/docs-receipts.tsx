import { baseUrl } from "../../http/serve/responses.ts";
import { docsPath } from "./docs-guides.ts";
import { Copyable } from "./docs-shell.tsx";
import { textPage } from "./docs-text.tsx";

/** For a partner, a regulator or a court that must know what a person agreed to. */
export const receiptsPage = () =>
  textPage("receipts", docsPath("receipts"), {
    baseUrl: baseUrl(),
    hash: (
      <Copyable
        text={`curl -s ${baseUrl()}/legal/texts/TEXT_SHA256 | sha256sum`}
        label="the command that hashes the words"
      />
    ),
    claims: (
      <dl class="terms">
        {claims.map(([name, meaning]) => (
          <>
            <dt key={name}>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    ),
  });

const claims: readonly [name: string, meaning: string][] = [
  ["iss", "Our address."],
  ["jti", "The receipt's id."],
  ["sub", "The id of the signup or the driver."],
  ["act", "join_waitlist, decline, allow_gig_connection, withdraw_gig_connection, or a newer one."],
  [
    "auth",
    "How we knew who acted. email_link: by a link that only their mailbox got. partner_link: by a link that the partner gave them.",
  ],
  ["iat", "The instant, in seconds since 1970."],
  ["text_sha256", "The SHA-256 of the words, with their places in braces."],
  ["text_version", "The version of the words, for people."],
  ["lang", "The language of the words: en or es."],
  ["livemode", "False: test data, and perhaps no person."],
  ["terms", "The values of the places, and what was agreed besides."],
  ["declared", "Optional. What the assistant and the partner said about themselves. It proves nothing."],
  ["prev", "Optional. The jti of the receipt that this one changes or ends."],
];
