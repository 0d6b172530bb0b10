import { baseUrl } from "../../http/serve/responses.ts";
import { curl, exampleCall } from "./docs-curl.ts";
import type { ApiOperation } from "./docs-document.ts";
import { librariesEntry } from "./docs-guides.ts";
import { Copyable } from "./docs-shell.tsx";

type Sheet = {
  frames: readonly string[];
  operations: Readonly<Record<string, Readonly<Record<string, readonly [frame: number, call: string]>>>>;
  guides: Readonly<Record<string, Readonly<Record<string, string>>>>;
  libraries: Readonly<Record<string, { file: string; install: string }>>;
};

const sheet: Sheet = JSON.parse(SAMPLES);

const sampleLanguages = {
  curl: "curl",
  typescript: "TypeScript",
  python: "Python",
  go: "Go",
  java: "Java",
} as const;
type Language = keyof typeof sampleLanguages;

function sampleOf(operation: ApiOperation, language: Language): string {
  if (language === "curl") return filled(curl(baseUrl(), exampleCall(operation)));
  const [frame, call] = sheet.operations[operation.operationId]?.[language] ?? [];
  if (frame === undefined || call === undefined)
    throw new Error(`${operation.operationId} has no sample in ${language}`);
  return filled(sheet.frames[frame]?.replace("{{call}}", () => call).trimEnd() ?? "");
}

const filled = (text: string): string =>
  text.replaceAll("{{url}}", baseUrl()).replaceAll("{{secret}}", "whsec_...");

export const libraries = Object.entries(sheet.libraries).map(([language, { file, install }]) => ({
  name: sampleLanguages[language as Language],
  language: language as Language,
  file,
  install: filled(install),
}));

export const OperationSamples = (operation: ApiOperation) => (
  <Tabs
    name={operation.operationId}
    label={`the ${operation.operationId} request`}
    texts={(Object.keys(sampleLanguages) as Language[]).map((language) => [
      language,
      sampleOf(operation, language),
    ])}
  />
);

export const GuideSamples = ({ name, label }: { name: string; label: string }) => {
  const texts = sheet.guides[name];
  if (!texts) throw new Error(`There is no guide ${name}`);
  return (
    <Tabs
      name={name}
      label={label}
      texts={(Object.keys(sampleLanguages) as Language[]).flatMap((language) =>
        texts[language] === undefined ? [] : [[language, filled(texts[language])] as const],
      )}
    />
  );
};

export const InstallSamples = () => (
  <Tabs
    name="install"
    label="the commands that install the library"
    texts={libraries.map(({ language, install }) => [language, install])}
  />
);

type TabsProps = { name: string; label: string; texts: readonly (readonly [Language, string])[] };

/** Without JavaScript, the first is open. The script makes tabs, and recalls the choice. */
const Tabs = ({ name, label, texts }: TabsProps) => (
  <div class="samples" data-samples={name}>
    {texts.map(([language, text], i) => (
      <details key={language} open={i === 0} data-language={language}>
        <summary>{sampleLanguages[language]}</summary>
        <Copyable text={text} label={`${label} in ${sampleLanguages[language]}`} />
        {language !== "curl" && name !== "install" && (
          <p class="fine get-library">
            <a href={librariesEntry.path}>Get the {sampleLanguages[language]} library</a>
          </p>
        )}
      </details>
    ))}
  </div>
);
