import { type ComponentChildren, isValidElement } from "preact";
import { brand } from "../../../domain/brand/brand.ts";
import { baseUrl } from "../../../http/serve/responses.ts";
import { librariesEntry, markdownPath } from "../docs-guides.ts";
import type { DocsPage } from "../docs-shell.tsx";

/** The page's content as Markdown, made from the elements of its HTML, so that the two cannot differ. */
export function markdownOf({ title, lead, beside, children }: DocsPage): string {
  return `# ${title}\n\n${blocks(drawn([lead, beside, children])).join("\n\n")}\n`;
}

type HtmlNode = string | HtmlElement;
type Attributes = { class?: string; href?: string; hidden?: boolean; children?: ComponentChildren };
type HtmlElement = { tag: string; attributes: Attributes; children: HtmlNode[] };

/** The elements and texts of a part of a page, and of what its components draw. */
function drawn(part: ComponentChildren): HtmlNode[] {
  if (Array.isArray(part)) return part.flatMap(drawn);
  if (!isValidElement(part))
    return typeof part === "string" || typeof part === "number" ? [String(part)] : [];
  const { type } = part;
  const attributes = part.props as Attributes;
  return typeof type === "function"
    ? drawn((type as (attributes: Attributes) => ComponentChildren)(attributes))
    : [{ tag: type, attributes, children: drawn(attributes.children) }];
}

const plainText = (node: HtmlNode): string =>
  typeof node === "string" ? node : node.children.map(plainText).join("");

/** What only a screen has: pictures, forms and what a script shows. A table says the same as a picture. */
const isForScreens = ({ tag, attributes }: HtmlElement) =>
  attributes.hidden === true ||
  ["svg", "form", "button", "dialog", "textarea"].includes(tag) ||
  /\b(?:js-only|get-library|try)\b/.test(attributes.class ?? "");

const INLINE = new Set(["a", "b", "br", "code", "em", "kbd", "small", "span", "strong", "wbr"]);

const isInline = (node: HtmlNode) => typeof node === "string" || INLINE.has(node.tag);

function blocks(nodes: readonly HtmlNode[]): string[] {
  const links: string[] = [];
  let line: HtmlNode[] = [];
  const endLine = () => {
    const text = inline(line).trim();
    if (text) links.push(text);
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node)) {
      line.push(node);
      continue;
    }
    endLine();
    links.push(...block(node as HtmlElement));
  }
  endLine();
  return links;
}

function block(element: HtmlElement): string[] {
  const { tag, children } = element;
  if (isForScreens(element)) return [];
  switch (tag) {
    case "h2":
    case "h3":
    case "h4":
      return [`${"#".repeat(Number(tag[1]))} ${inline(children).trim()}`];
    case "p":
      return blocks(children).length > 0 ? [inline(children).trim()] : [];
    case "summary":
      return [`**${inline(children).trim()}**`];
    case "pre":
      return [fenced(plainText(element))];
    case "ul":
    case "ol":
      return [children.map((item, i) => listItem(item, tag === "ol" ? `${i + 1}.` : "-")).join("\n")];
    case "table":
      return [table(element)];
    default:
      return blocks(children);
  }
}

const listItem = (item: HtmlNode, mark: string) => {
  const inner = typeof item === "string" ? [item] : blocks(item.children);
  return `${mark} ${inner.join("\n\n").replaceAll("\n", `\n${" ".repeat(mark.length + 1)}`)}`;
};

function fenced(code: string): string {
  const language = /^[[{]/.test(code) ? "json" : /^(curl|KEY=|claude) ?/.test(code) ? "sh" : "";
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function table(element: HtmlElement): string {
  const rows = rowsIn(element).map((row) => `| ${row.children.map((cell) => cellText(cell)).join(" | ")} |`);
  const [head = "", ...rest] = rows;
  const columns = rowsIn(element)[0]?.children.length ?? 0;
  return [head, `|${" --- |".repeat(columns)}`, ...rest].join("\n");
}

const rowsIn = (node: HtmlNode): HtmlElement[] => {
  if (typeof node === "string") return [];
  return node.tag === "tr" ? [node] : node.children.flatMap(rowsIn);
};

const cellText = (cell: HtmlNode) =>
  typeof cell === "string" ? cell : inline(cell.children).trim().replaceAll("|", "\\|");

function inline(nodes: readonly HtmlNode[]): string {
  const parts = nodes.map((node, i) => (isApart(nodes[i - 1], node) ? " " : "") + inlineOne(node));
  return parts.join("").replace(/\s+/g, " ");
}

/** Elements that follow each other have a gap on the screen. */
const isApart = (before: HtmlNode | undefined, node: HtmlNode): boolean =>
  [before, node].every((each) => typeof each === "object" && ["a", "code", "span"].includes(each.tag));

function inlineOne(node: HtmlNode): string {
  if (typeof node === "string") return node;
  const { tag, attributes, children } = node;
  if (isForScreens(node)) return "";
  const inner = inline(children);
  switch (tag) {
    case "code":
      return `\`${plainText(node)}\``;
    case "b":
    case "strong":
      return `**${inner}**`;
    case "small":
      return ` (${inner.trim()})`;
    case "a":
      return linked(inner, attributes.href ?? "");
    case "br":
      return " ";
    default:
      return inner;
  }
}

/** A link to another page leads to its Markdown. */
function linked(text: string, href: string): string {
  if (href.startsWith("#")) return text;
  const [path = "", anchor] = href.split("#");
  const isFile = /\.(md|txt)$/.test(path) || path.startsWith(`${librariesEntry.path}/`);
  const isPage = !isFile && `${path}/`.startsWith(`${brand.docsPath}/`);
  const target = isPage ? markdownPath(path) : path;
  return `[${text}](${href.startsWith("/") ? baseUrl() : ""}${target}${anchor && !isPage ? `#${anchor}` : ""})`;
}
