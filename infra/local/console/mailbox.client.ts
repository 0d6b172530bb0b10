import { callLocal, el, timeOf } from "./dom.client.ts";
import type { Panel } from "./panel.client.ts";

type Mail = { at: string; to: string[]; subject: string; text: string };

export function mailboxPanel(): Panel {
  const list = el("ol");
  const empty = el("p", { class: "facts" }, "No emails yet.");
  const content = el("div", { class: "card" }, el("h2", {}, "Mailbox"), empty, list);
  let shown = 0;
  const refresh = async () => {
    const mails = await callLocal<Mail[]>("mailbox/json");
    empty.hidden = mails.length > 0;
    list.prepend(
      ...mails
        .slice(shown)
        .map((mail, i) => mailEntry(mail, shown + i + 1))
        .reverse(),
    );
    shown = mails.length;
  };
  return { name: "Mailbox", content, refresh };
}

const mailEntry = ({ at, to, subject, text }: Mail, number: number) =>
  el(
    "li",
    {},
    el("h3", {}, el("a", { href: `/_local/mailbox/${number}` }, subject)),
    el("p", { class: "facts" }, `to ${to.join(", ")} at `, timeOf(at)),
    el("details", {}, el("summary", {}, `Text of email ${number}`), el("pre", { tabindex: "0" }, text)),
  );
