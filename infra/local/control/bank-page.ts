import { type ComponentChild, h } from "preact";
import { type BankedFile, MISTAKES, type PretendBank } from "../bank/bank.ts";
import { page } from "./mailbox.ts";
import { type ControlRoutes, changes, shows, type Visit } from "./routes.ts";

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const CODES =
  "The last four digits of an account number decide what comes back. 10 and the number of an R-code: a return before the payout completes, such as 1003 for R03. 20: a return two days after. 30 and the number of a C-code: a correction. 40: the test of zero dollars comes back.";

/** A button sends JSON, which no page of another origin can. */
const SCRIPT = `for (const button of document.querySelectorAll("button")) button.onclick = async () => {
  const headers = { "content-type": "application/json" };
  await fetch("/_local/bank", { method: "POST", headers, body: JSON.stringify({ mistake: button.value }) });
  location.reload();
};`;

const fileItem = ({ object, received_at, entries, credits, fault, answered }: BankedFile): ComponentChild =>
  h("li", null, [
    h("b", null, object.split("/").at(-1)),
    ` of ${received_at}: ${entries.length} entries, ${dollars(credits)}. `,
    h("small", null, fault ?? answered ?? "Not answered yet"),
    h(
      "ul",
      null,
      entries
        .slice(0, 50)
        .map(({ trace, name, amount, isPrenote, account }) =>
          h(
            "li",
            null,
            `${trace} ${name.trim()} ••${account.slice(-4)} ${isPrenote ? "test of zero dollars" : dollars(amount)}`,
          ),
        ),
    ),
  ]);

const bankPage = (bank: PretendBank, statement: readonly string[]): string =>
  page("Pretend bank", [
    h("p", null, h("a", { href: "/_local/" }, "Console")),
    h("p", null, CODES),
    h("h2", null, "Files"),
    bank.files.length === 0
      ? h("p", null, "No file yet. A live payout leaves at the next cut-off, 14:00 or 20:00 in New York.")
      : h("ul", null, bank.files.map(fileItem).reverse()),
    h("h2", null, "Statement"),
    h("ul", null, statement.map((line) => h("li", null, line)).reverse()),
    h("h2", null, "Let it misbehave"),
    ...Object.entries(MISTAKES).map(([mistake, effect]) =>
      h(
        "p",
        null,
        h("button", { value: mistake }, effect),
        bank.mistakes.has(mistake as never) && " (will do)",
      ),
    ),
    h("script", { dangerouslySetInnerHTML: { __html: SCRIPT } }),
  ]);

export const bankRoutes = (bank: PretendBank | undefined): ControlRoutes =>
  bank
    ? {
        "GET /_local/bank": ({ response }: Visit) =>
          response
            .writeHead(200, { "content-type": "text/html; charset=utf-8" })
            .end(bankPage(bank, bank.statement())),
        "GET /_local/bank/json": shows(() => ({ files: bank.files, statement: bank.statement() })),
        "POST /_local/bank": changes(({ mistake = "", name, body }: Record<string, string>) =>
          name === undefined ? bank.misbehave(mistake) : bank.send(name, body ?? ""),
        ),
      }
    : {};
