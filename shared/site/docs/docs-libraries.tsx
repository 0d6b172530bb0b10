import { brand } from "../../domain/brand/brand.ts";
import { baseUrl } from "../../http/serve/responses.ts";
import { docsPath } from "../../contract/docs-paths.ts";
import { librariesEntry } from "./docs-guides.ts";
import { Rows } from "./docs-rows.tsx";
import { InstallSamples, libraries } from "./docs-samples.tsx";
import { textPage } from "./docs-text.tsx";

const needs: Readonly<Record<string, string>> = {
  typescript: "Node 20 or newer, or a browser for the Agent API",
  python: "Python 3.11 or newer",
  go: "Go 1.24 or newer",
  java: "Java 17 or newer, and Maven",
};

export const librariesPage = () =>
  textPage("libraries", librariesEntry.path, {
    unpublished: brand.npmPackageIsPublished
      ? ""
      : " No registry has them yet: a package of that name there is not ours.",
    install: <InstallSamples />,
    files: (
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
    ),
    checksums: `${baseUrl()}${docsPath("libraries/SHA256SUMS")}`,
  });
