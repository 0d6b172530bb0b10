import type { Cloud } from "../../../../test/support/cloud/cloud.ts";

/** A sample as a page shows it: an operation's or a guide's, or a curl of a guide that is in no block. */
export type PageSample = { path: string; name: string; language: string; text: string };

/** Reads every page of the documentation that a link leads to, and returns their samples, each once. */
export async function samplesOfDocs(cloud: Cloud): Promise<PageSample[]> {
  const paths = new Set(["/docs"]);
  const samples: PageSample[] = [];
  for (const path of paths) {
    const { headers, text } = await cloud.call(path);
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    for (const [, href = ""] of text.matchAll(/<a [^>]*href="(\/docs[^"#]*)/g)) paths.add(href);
    // The requests of an event follow each other: test/journeys/docs-events sends them in their order.
    if (!path.startsWith("/docs/events/")) samples.push(...samplesIn(path, text));
  }
  return [...new Map(samples.map((sample) => [sample.text, sample])).values()];
}

function samplesIn(path: string, page: string): PageSample[] {
  const [before = "", ...blocks] = page.split(/<div class="samples" data-samples="/);
  const samples = blocks.flatMap((block) => {
    const name = block.slice(0, block.indexOf('"'));
    const each = /<details[^>]* data-language="(\w+)"[^>]*>.*?<code>(.*?)<\/code>/gs;
    return [...block.matchAll(each)].map(([, language = "", code = ""]) => ({
      path,
      name,
      language,
      text: codeText(code),
    }));
  });
  const known = new Set(samples.map(({ text }) => text));
  const loose = [...[before, ...blocks].join("").matchAll(/<code>(curl .*?)<\/code>/gs)]
    .map(([, code = ""]) => codeText(code))
    .filter((text) => text.includes("\n") && !known.has(text))
    .map((text, i) => ({
      path,
      name: `${path.slice(1).replaceAll("/", "-")}-${i + 1}`,
      language: "curl",
      text,
    }));
  return [...samples, ...loose];
}

const codeText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
