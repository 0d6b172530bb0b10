/** An element of a page that our renderer printed, or a text. */
export type HtmlNode = string | HtmlElement;
export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] };

const VOID = new Set(["br", "hr", "img", "input", "wbr"]);

/** Reads HTML that our renderer printed: every element is closed, and every attribute is quoted. */
export function parsedHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { tag: "", attributes: {}, children: [] };
  const open = [root];
  for (const [, closing, tag = "", rest = "", text] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/gi,
  )) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(decoded(text));
    else if (closing) open.pop();
    else {
      const element = { tag, attributes: attributesIn(rest), children: [] };
      parent.children.push(element);
      if (!VOID.has(tag) && !rest.endsWith("/")) open.push(element);
    }
  }
  return root.children;
}

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name, decoded(value)]),
  );

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const decoded = (text: string) => text.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);

export const plainText = (node: HtmlNode): string =>
  typeof node === "string" ? node : node.children.map(plainText).join("");
