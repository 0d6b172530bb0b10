import type { ComponentChildren } from "preact";
import { exactUsd } from "../../domain/money/cents.ts";
import { effectsOf } from "../../http/serve/dry-reply.ts";
import type { Result } from "../../http/serve/responses.ts";
import { withoutStoring } from "../../store/table/dry-run.ts";
import { Facts } from "../frame/frame.tsx";
import { entryInWords, nameInWords } from "../list/cells.tsx";

/** What the action of a form would do, for its page. Nothing is stored. Throws what the action throws. */
export async function checkForm(act: () => Promise<Result>): Promise<ComponentChildren> {
  const { result, writes } = await withoutStoring(act);
  const { events, entries, emails } = effectsOf(writes);
  const moves = (entries as Parameters<typeof entryInWords>[0][]).flatMap(entryInWords);
  return (
    // biome-ignore lint/a11y/noAutofocus: the page of a check starts at what it found
    <div class="notice" role="status" tabIndex={-1} autoFocus data-check>
      <p>
        <strong>This works now. Nothing is done yet.</strong>
      </p>
      <Facts
        of={{
          ...factsOf(result),
          Money: listed(moves.map(([, from, amount]) => `${from}: ${amount}`)) || "None moves",
          Events: listed(events.map((type) => nameInWords(String(type).replaceAll(".", " ")))) || "None",
          Emails: listed(emails.map((kind) => nameInWords(String(kind)))) || "None",
        }}
      />
    </div>
  );
}

const listed = (lines: readonly string[]) =>
  lines.length > 0 && (
    <ul class="plain">
      {lines.map((line, i) => (
        <li key={i}>{line}</li>
      ))}
    </ul>
  );

/** The amounts and the status in the reply of an operation. */
function factsOf({ body, headers }: Result): Record<string, string> {
  if (!headers["content-type"]?.includes("json")) return {};
  const reply = Object.entries<unknown>(JSON.parse(body ?? "{}"));
  return Object.fromEntries(
    reply.flatMap(([name, value]) => {
      if (name === "status") return [["Status", nameInWords(String(value))]];
      if (!/^((net|tip|savings)_)?amount$|^fee$/.test(name) || typeof value !== "number" || value === 0)
        return [];
      return [[nameInWords(name), exactUsd(value)]];
    }),
  );
}
