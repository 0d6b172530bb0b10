import { brand } from "../../../domain/brand.ts";
import { docsPath } from "../docs-guides.ts";
import { type DocsPage, docsPage } from "../docs-shell.tsx";

/** For how long an old version works after its successor. */
const MONTHS_OF_NOTICE = 12;

/** Which changes a caller must expect, and how a breaking one is announced. */
export const versioningPage = (): DocsPage =>
  docsPage({
    path: docsPath("versioning"),
    title: "Versions",
    description: "Which API changes to expect at any time, and how we announce a breaking one.",
    lead: (
      <p class="lead">
        Code that follows two rules keeps working: ignore fields that you don't know, and expect values that
        you don't know.
      </p>
    ),
    sections: [
      [
        "compatible",
        "Compatible changes",
        <>
          <p>We make these at any time, without a new version:</p>
          <ul>
            <li>
              a new operation, or a new event type (an endpoint with <code>*</code> receives it)
            </li>
            <li>a new field in a response or in an event</li>
            <li>a new optional field or parameter of a request</li>
            <li>
              a new status, reason or error code: the OpenAPI documents print such lists as{" "}
              <code>x-extensible-enum</code>
            </li>
            <li>
              another text of a <code>message</code>, and another order of fields
            </li>
          </ul>
          <p>
            Requests are closed: a field that an operation does not know gets a 400, so a typo changes
            nothing.
          </p>
        </>,
      ],
      [
        "breaking",
        "Breaking changes",
        <>
          <p>Each of these needs a new major version:</p>
          <ul>
            <li>to remove or rename an operation, field, status or event type</li>
            <li>to change a type</li>
            <li>to require what was optional</li>
            <li>to refuse what was accepted</li>
          </ul>
          <p>
            The version is the number in the path of the Platform API, <code>/v1</code>. The OpenAPI documents
            have it in <code>info.version</code>. Our tests compare each change with the documents of the last
            release, and refuse a breaking one without a new major version.
          </p>
        </>,
      ],
      [
        "deprecation",
        "Deprecation",
        <>
          <ul>
            <li>
              The old version works for at least {MONTHS_OF_NOTICE} months after the new one is available.
            </li>
            <li>
              We announce the end in the <a href={docsPath("changelog")}>changelog</a>.
            </li>
            <li>The reference marks what is deprecated, and names its replacement.</li>
          </ul>
          <p>A security fault or a change of law can need a shorter notice.</p>
        </>,
      ],
      [
        "preview",
        "Preview",
        <p>
          The Platform API is in preview: live mode is not available yet. The rules on this page hold for the
          sandbox already. Questions: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
        </p>,
      ],
    ],
  });
