import { brandCompany } from "../../../domain/brand.ts";
import { docsPath } from "../docs-guides.ts";
import { type DocsPage, docsPage } from "../docs-shell.tsx";

const Mail = () => <a href={`mailto:${brandCompany.securityEmail}`}>{brandCompany.securityEmail}</a>;

/** The policy that `/.well-known/security.txt` names. */
export const securityPage = (): DocsPage =>
  docsPage({
    path: docsPath("security"),
    title: "Security",
    description: "How to report a security problem, and what you may test.",
    lead: (
      <p class="lead">
        Found a weakness? Write to <Mail />, and give us time to fix it before you publish it.
      </p>
    ),
    sections: [
      [
        "report",
        "Report a problem",
        <>
          <ul>
            <li>Say where it is, how to repeat it, and what an attacker gains.</li>
            <li>Send no personal data of others. Stop at the first item that is not yours.</li>
            <li>We answer within three working days, and tell you when it is fixed.</li>
          </ul>
          <p>
            We take no legal action against anyone who follows this page in good faith. There is no reward
            programme. <a href="/.well-known/security.txt">security.txt</a> has the same address for programs.
          </p>
        </>,
      ],
      [
        "test",
        "What you may test",
        <ul>
          <li>The sandbox, with accounts and addresses of your own.</li>
          <li>
            No floods: replies above the <a href={docsPath("testing")}>rate limits</a> are a 429 by design.
          </li>
          <li>No email to strangers, no deception of people, and no attack on our suppliers.</li>
        </ul>,
      ],
      [
        "keys",
        "A leaked key or secret",
        <p>
          Rotate the key, or the secret of the endpoint, in the <a href="/developers">dashboard</a> at once.
          The old value can end immediately. Then write to us if somebody else has used it.
        </p>,
      ],
    ],
  });
