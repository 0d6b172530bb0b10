import type { ComponentChildren } from "preact";
import { type ErrorCode, errors } from "../../contract/errors.ts";
import { brand } from "../../domain/brand/brand.ts";
import { Rows } from "./docs-rows.tsx";
import { Copyable, type DocsPage, docsPage, ErrorLink } from "./docs-shell.tsx";

/** What a text has in double braces, such as `{{schedule}}`: a word, or a part of the page. */
type Values = Readonly<Record<string, ComponentChildren>>;

const texts: Readonly<Record<string, string>> = JSON.parse(DOCS_TEXTS);

/** A title, a description in a quote, the lead, and sections. Paragraphs, lists, tables, code and links. */
export function textPage(name: string, path: string, values: Values = {}): DocsPage {
  const unused = Object.keys(values).filter((key) => !texts[name]?.includes(`{{${key}}}`));
  if (unused.length > 0) throw new Error(`The text of ${name} has no place for ${unused.join(", ")}`);
  const allTexts: Values = { serviceName: brand.serviceName, supportEmail: brand.supportEmail, ...values };
  const [head = "", ...sections] = filled(texts[name] ?? "", allTexts)
    .trim()
    .split(/\n\n## /);
  const [title = "", description = "", ...lead] = head.split("\n\n");
  return docsPage({
    path,
    title: title.replace("# ", ""),
    description: joined(description.replace("> ", "")),
    lead: lead.map((block) => <Block text={block} values={allTexts} class="lead" />),
    sections: sections.map((section) => {
      const [, heading = "", anchor = "", text = ""] =
        /^([^\n]*) \{#([\w-]+)\}\n\n(.*)$/s.exec(section) ?? [];
      if (!anchor) throw new Error(`A section of ${name} has no anchor: ${section.slice(0, 40)}`);
      return [anchor, heading, text.split("\n\n").map((block) => <Block text={block} values={allTexts} />)];
    }),
  });
}

/** A text with its words. The parts of the page stay places. */
const filled = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => {
    if (!(name in values)) throw new Error(`The documentation has a place ${place} without a value`);
    const value = values[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : place;
  });

const joined = (text: string): string => text.replace(/\s*\n\s*/g, " ");

type BlockProps = { text: string; values: Values; class?: string };

function Block({ text, values, class: kind }: BlockProps) {
  const [, place] = /^\{\{(\w+)\}\}$/.exec(text) ?? [];
  if (place) return <>{values[place]}</>;
  const [, label = "", code] = /^```(.*?)\n(.*)\n```$/s.exec(text) ?? [];
  if (code) return <Copyable text={code} label={label} />;
  if (text.startsWith("| ")) return <Table text={text} values={values} />;
  if (text.startsWith("### ")) return <h3>{text.slice(4)}</h3>;
  const [, mark] = /^(-|1\.) /.exec(text) ?? [];
  const look = text.includes("](button:") ? "choices" : kind;
  if (!mark) return <p {...(look && { class: look })}>{inline(joined(text), values)}</p>;
  const items = text.split(/\n(?=\S)/).map((item) => {
    if (!item.startsWith(`${mark} `)) throw new Error(`A line of a list needs spaces before it: ${item}`);
    return inline(joined(item.slice(mark.length + 1)), values);
  });
  // A part of the page that is a whole item has its own items.
  const shown = items.map((item) =>
    item.length === 1 && typeof item[0] === "object" ? item : <li>{item}</li>,
  );
  return mark === "-" ? <ul>{shown}</ul> : <ol>{shown}</ol>;
}

function Table({ text, values }: BlockProps) {
  const [columns = [], , ...rows] = text.split("\n").map((line) => line.slice(2, -1).trim().split(/ +\| /));
  return <Rows columns={columns} rows={rows.map((cells) => cells.map((cell) => inline(cell, values)))} />;
}

/** Code, links and places. A link to `(error)` leads to the page of the code that it names. */
const inline = (text: string, values: Values): ComponentChildren[] =>
  text
    .split(/(`[^`]+`|\[[^\]]+\]\([^)]+\)|\{\{\w+\}\})/)
    .filter((part) => part !== "")
    .map((part) => {
      if (part.startsWith("`")) return <code>{part.slice(1, -1)}</code>;
      if (part.startsWith("{{")) return <>{values[part.slice(2, -2)]}</>;
      const [, label = "", target = ""] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
      if (target === "error") return <ErrorLink code={knownCode(label)} />;
      if (target) return <a {...linkTo(target)}>{label}</a>;
      return part;
    });

function knownCode(label: string): ErrorCode {
  if (!(label in errors)) throw new Error(`The documentation names the error ${label}, which does not exist`);
  return label as ErrorCode;
}

const linkTo = (target: string): { href: string; rel?: string; class?: string } => {
  if (target.startsWith("button:")) return { class: "button", ...linkTo(target.slice("button:".length)) };
  return target.startsWith("https://")
    ? { href: target, rel: "noreferrer" }
    : { href: target.replace(/^\/docs(?=\/|$)/, brand.docsPath) };
};
