import { type ComponentChild, h } from "preact";
import { renderToString } from "preact-render-to-string";
import type { LocalMail, Ses } from "../ses/ses.ts";
import { type ControlRoutes, shows, type Visit } from "./routes.ts";

const css = `:root{color-scheme:light dark}
body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:light-dark(#1b2430,#e6eaee)}
li{margin:.6rem 0}time,small{color:light-dark(#55606e,#a9b4bf)}pre{white-space:pre-wrap;overflow-wrap:anywhere}
iframe{width:100%;height:36rem;border:1px solid #d9d5cb}`;

/** Reloads the list when another email has arrived. */
const follow = (shown: number) => `setInterval(async () => {
  const emails = await fetch("/_local/mailbox/json").then((reply) => reply.json(), () => []);
  if (emails.length > ${shown}) location.reload();
}, 1000);`;

const listPage = (mails: readonly LocalMail[]): string =>
  page("Mailbox", [
    h("p", null, h("a", { href: "/_local/" }, "Console")),
    h("p", null, "The emails that the service would have sent. None of them leaves this machine."),
    mails.length === 0
      ? h(
          "p",
          null,
          "No emails yet. A live signup's confirmation arrives here, and so does a link to sign in.",
        )
      : h(
          "ul",
          null,
          mails
            .map((mail, i) =>
              h("li", null, [
                h("a", { href: `/_local/mailbox/${i + 1}` }, mail.subject),
                ` to ${mail.to.join(", ")} `,
                h("time", null, mail.at),
              ]),
            )
            .reverse(),
        ),
    h("script", { dangerouslySetInnerHTML: { __html: follow(mails.length) } }),
  ]);

const mailPage = ({ subject, from, to, at, text, html }: LocalMail): string =>
  page(subject, [
    h("p", null, h("a", { href: "/_local/mailbox" }, "All emails")),
    h("p", null, h("small", null, `From ${from} to ${to.join(", ")}, ${at}`)),
    h("pre", null, linked(text)),
    // The sandbox lets links open in the whole window, and lets no script run.
    h("iframe", {
      title: "The HTML part",
      sandbox: "allow-top-navigation-by-user-activation",
      srcdoc: toTop(html),
    }),
  ]);

const toTop = (html: string) => html.replace("<head>", '<head><base target="_top">');

const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, i) => (i % 2 === 1 ? h("a", { href: part }, part) : part));

export const page = (title: string, content: ComponentChild[]): string =>
  `<!doctype html>${renderToString(
    h("html", { lang: "en" }, [
      h("head", null, [
        h("meta", { charset: "utf-8" }),
        h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
        h("title", null, title),
        h("style", null, css),
      ]),
      h("body", null, h("main", null, [h("h1", null, title), ...content])),
    ]),
  )}`;

const sendPage = ({ response }: Visit, status: number, html: string) =>
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);

export const mailboxRoutes = (ses: Ses): ControlRoutes => ({
  "GET /_local/mailbox": (visit) => sendPage(visit, 200, listPage(ses.mails())),
  "GET /_local/mailbox/json": shows(() => ses.mails()),
  "GET /_local/mailbox/{number}": (visit) => {
    const mail = ses.mails()[Number(visit.parameters.number) - 1];
    return sendPage(visit, mail ? 200 : 404, mail ? mailPage(mail) : listPage(ses.mails()));
  },
});
