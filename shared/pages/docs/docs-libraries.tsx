import { brand } from "../../domain/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { docsPath, librariesEntry } from "./docs-guides.ts";
import { Rows } from "./docs-rows.tsx";
import { InstallSamples, libraries } from "./docs-samples.tsx";
import { Copyable, docsPage } from "./docs-shell.tsx";

const needs: Readonly<Record<string, string>> = {
  typescript: "Node 20 or newer, or a browser for the Agent API",
  python: "Python 3.11 or newer",
  go: "Go 1.24 or newer",
  java: "Java 17 or newer, and Maven to build it",
};

/** How to get each language's library from this deployment. */
export const librariesPage = () =>
  docsPage({
    path: librariesEntry.path,
    title: librariesEntry.title,
    description: `Client libraries of the ${brand.serviceName} APIs in TypeScript, Python, Go and Java, and a fake of the service for tests.`,
    lead: (
      <p class="lead">
        A library has a method for each operation. It repeats failed calls without paying twice, reads lists
        page by page and verifies webhooks. It has no dependencies.
      </p>
    ),
    sections: [
      ["install", "Install", <Install key="install" />],
      ["files", "Files and checksums", <Files key="files" />],
      ["fake", "A fake for your tests", <Fake key="fake" />],
    ],
  });

const Install = () => (
  <>
    <p>
      This address serves the libraries, in the version of its API.
      {!brand.npmPackageIsPublished && " No registry has them yet: a package of that name there is not ours."}{" "}
      Run these commands in the folder of your project:
    </p>
    <InstallSamples />
    <p>
      The README in each package shows the first call. The samples of this documentation run with the library
      and no other package.
    </p>
  </>
);

const Files = () => (
  <>
    <Rows
      columns={["Language", "File", "Needs"]}
      rows={libraries.map(({ language, name, file }) => [
        name,
        <a href={docsPath(`libraries/${file}`)} download>
          {file}
        </a>,
        needs[language],
      ])}
    />
    <p>
      The Java file is a Maven project with its sources.{" "}
      <a href={docsPath("libraries/SHA256SUMS")}>SHA256SUMS</a> has the checksum of each file:
    </p>
    <Copyable
      text={`curl -O ${baseUrl()}${docsPath("libraries/SHA256SUMS")} && sha256sum --check --ignore-missing SHA256SUMS`}
      label="the command that checks the files"
    />
  </>
);

/** The installed program: npx would take one of that name from the registry. */
const program = `node_modules/.bin/${brand.serviceSlug}`;

const Fake = () => (
  <>
    <p>
      The npm package has a fake of the service for tests in any language. It has every operation with the
      service's own rules, keeps all data in memory, and lets requests fail when you ask. Its address and its
      API key are on the first two lines that it prints.
    </p>
    <Copyable text={`${program} fake --port 4010`} label="the command that starts the fake" />
    <p>
      The next two payouts of your program fail here: the answer of the first is lost, and the second gets a
      429.
    </p>
    <Copyable
      text={`curl localhost:4010/_fake/faults -d '{"next": ["lost", "429"], "path": "/v1/payments/payout"}'`}
      label="the request that lets payouts fail"
    />
    <p>
      <code>{program} fake --help</code> lists the faults and options. <code>GET /_fake/requests</code>{" "}
      returns the requests with their idempotency keys, so that a test can prove that a retry paid once.
    </p>
  </>
);
