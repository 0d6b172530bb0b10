import { join } from "node:path";
import { ACCOUNT, REGION, type Template } from "../base/template.ts";
import type { Service } from "../platform/aws-endpoint.ts";
import type { Engine } from "../platform/engine.ts";
import { Journal } from "../storage/journal.ts";

export type LocalMail = {
  at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
};

type Part = { Data: string };
type SendEmail = {
  FromEmailAddress: string;
  ConfigurationSetName?: string;
  Destination: { ToAddresses: string[] };
  Content: { Simple: { Subject: Part; Body: { Text: Part; Html: Part } } };
};

const arn = (resource: string) => `arn:aws:ses:${REGION}:${ACCOUNT}:${resource}`;

const addressIn = (sender: string) => /<([^>]*)>$/.exec(sender)?.[1] ?? sender;
const domainOf = (address: string) => address.split("@").at(-1) ?? "";

/** Stores the emails in the data folder. None of them leaves this machine. */
export class Ses implements Engine {
  readonly #journal: Journal<LocalMail>;
  /** Oldest first. */
  readonly #mails: LocalMail[];

  #identities: ReadonlySet<string> = new Set();

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "mailbox.jsonl"));
    this.#mails = this.#journal.read();
  }

  follow(template: Template): void {
    const identities = template.ofType("AWS::SES::EmailIdentity");
    this.#identities = new Set(
      identities.map(({ properties }) => String(properties.EmailIdentity).toLowerCase()),
    );
  }

  create(template: Template): void {
    for (const id of template.ids("AWS::SES::ConfigurationSet")) template.provide(id, { ref: id });
    for (const id of template.ids("AWS::SES::EmailIdentity")) {
      const { EmailIdentity } = template.resource(id).properties;
      template.provide(id, { ref: String(EmailIdentity) });
    }
  }

  /** SES asks for the recipient's too, if it is one, and looks for an address before its domain. */
  #identityOf(address: string): string | undefined {
    const lower = address.toLowerCase();
    return [lower, domainOf(lower)].find((identity) => this.#identities.has(identity));
  }

  mails(): readonly LocalMail[] {
    return this.#mails;
  }

  /** An email that is not one of the functions'. */
  readonly receive = (mail: LocalMail): number => {
    this.#journal.append(mail);
    return this.#mails.push(mail);
  };

  service(): Service {
    return {
      target: "SES",
      iamPrefix: "ses",
      iamChecks: (operation, body) => {
        const { FromEmailAddress, ConfigurationSetName, Destination } = body as SendEmail;
        const from = addressIn(FromEmailAddress);
        const sender = this.#identityOf(from) ?? domainOf(from);
        const recipients = Destination.ToAddresses.map((to) => this.#identityOf(addressIn(to)));
        const identities = [...new Set([sender, ...recipients])].filter((identity) => identity !== undefined);
        const set = ConfigurationSetName ? [`configuration-set/${ConfigurationSetName}`] : [];
        return [...identities.map((identity) => `identity/${identity}`), ...set].map((resource) => ({
          action: `ses:${operation}`,
          resource: arn(resource),
          context: { "ses:FromAddress": from },
        }));
      },
      perform: async (_, body) => {
        const { FromEmailAddress: from, Destination, Content } = body as SendEmail;
        const { Subject, Body } = Content.Simple;
        const mail: LocalMail = {
          at: new Date().toISOString(),
          from,
          to: Destination.ToAddresses,
          subject: Subject.Data,
          text: Body.Text.Data,
          html: Body.Html.Data,
        };
        return { status: 200, body: { MessageId: `local-${this.receive(mail)}` } };
      },
    };
  }
}
