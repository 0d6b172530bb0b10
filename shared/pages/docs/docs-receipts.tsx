import { baseUrl } from "../../http/serve/responses.ts";
import { docsPath } from "./docs-guides.ts";
import { Copyable, type DocsPage, docsPage } from "./docs-shell.tsx";

/** For a partner, a regulator or a court that must know what a person agreed to. */
export const receiptsPage = (): DocsPage =>
  docsPage({
    path: docsPath("receipts"),
    title: "Consent receipts",
    description: "Check a signed receipt of what a person agreed to, offline.",
    contents: [
      ["what", "What a receipt shows"],
      ["check", "Check a receipt"],
      ["claims", "Its claims"],
      ["limits", "What it does not show"],
    ],
    lead: (
      <p class="lead">
        Each act of a person leaves a signed receipt: joining the waitlist, canceling a signup, and allowing
        or stopping access to earnings. Anyone can check it without asking us.
      </p>
    ),
    children: (
      <>
        <What />
        <Check />
        <ClaimsTable />
        <Limits />
      </>
    ),
  });

const What = () => (
  <section id="what">
    <h2>What a receipt shows</h2>
    <p>
      A receipt exists if and only if the act took effect: both are one write. It names the act, the instant,
      the language and the exact words that the person saw. It contains no name and no address of the person.
      If their data is erased, the receipt stays, and nothing leads from it to them.
    </p>
    <p>
      The person gets it on the page of the result and in an email. The link in their confirmation email shows
      it, too. A person who cancels a signup gets no further email, so they find it on the page only. A
      partner and an assistant get a copy only if the person ticks a box, which starts empty. The copy is then{" "}
      <code>receipt</code> in the status of the signup.
    </p>
  </section>
);

const Check = () => (
  <section id="check">
    <h2>Check a receipt</h2>
    <p>
      The <a href={docsPath("libraries")}>client libraries</a> do all of this: <code>verifyReceipt</code> in
      TypeScript, <code>verify_receipt</code> in Python, <code>VerifyReceipt</code> in Go and{" "}
      <code>Receipts.verify</code> in Java. With another library:
    </p>
    <ol>
      <li>
        A receipt is a JWS in the compact form, signed with Ed25519 (RFC 8037). Its header is exactly{" "}
        <code>alg</code> <code>EdDSA</code>, <code>typ</code> <code>consent-receipt+jwt</code> and the{" "}
        <code>kid</code>. Refuse every other header.
      </li>
      <li>
        Take the key with that <code>kid</code> from <a href="/.well-known/jwks.json">jwks.json</a>. It lists
        every key that has ever signed, so a stored copy stays good for the receipts that it covers. If the{" "}
        <code>kid</code> is not in your copy, fetch it once more, then refuse. Never try all keys.
      </li>
      <li>
        Decode strictly. Libraries accept the same signature with other last bits, padding or line ends. Such
        a text is no second receipt: <code>jti</code> is the identity, never the text or its hash.
      </li>
      <li>
        Compare <code>iss</code> with <code>{baseUrl()}</code>. There is no <code>exp</code>: a receipt does
        not expire, so switch off a check that demands one.
      </li>
      <li>
        Fetch the text by <code>text_sha256</code>, and compare the hash. Then replace each name in braces by
        its value in <code>terms</code>. No receipt has <code>{"{email}"}</code>, the person's address. The
        page masked it.
      </li>
    </ol>
    <Copyable
      text={`curl -s ${baseUrl()}/legal/texts/TEXT_SHA256 | sha256sum`}
      label="the command that hashes the words"
    />
  </section>
);

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

const ClaimsTable = () => (
  <section id="claims">
    <h2>Its claims</h2>
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
  </section>
);

const Limits = () => (
  <section id="limits">
    <h2>What it does not show</h2>
    <ul>
      <li>
        With <code>auth</code> <code>partner_link</code>, it shows that the holder of the link acted. The
        partner had that link too.
      </li>
      <li>
        The instant is our clock's. If a key were stolen, its thief could make a receipt with an older
        instant. So what we have stored under the <code>jti</code> decides.
      </li>
      <li>
        A later receipt can end what this one shows. It names this one in <code>prev</code>.
      </li>
    </ul>
  </section>
);
