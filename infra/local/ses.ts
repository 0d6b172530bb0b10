import { join } from "node:path";
import type { Service } from "./aws-endpoint.ts";
import { Journal } from "./journal.ts";
import { ACCOUNT, REGION, type Template } from "./template.ts";

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

/** Stores the emails in the data folder. None of them leaves this machine. */
export class Ses {
  readonly #journal: Journal<LocalMail>;
  /** Oldest first. */
  readonly #mails: LocalMail[];

  constructor(dataDir: string) {
    this.#journal = new Journal(join(dataDir, "mailbox.jsonl"));
    this.#mails = this.#journal.read();
  }

  static provideReferences(template: Template): void {
    for (const id of template.ids("AWS::SES::ConfigurationSet")) template.provide(id, { ref: id });
    for (const id of template.ids("AWS::SES::EmailIdentity")) {
      const { EmailIdentity } = template.resource(id).properties;
      template.provide(id, { ref: String(EmailIdentity) });
    }
  }

  /** Oldest first. */
  mails(): readonly LocalMail[] {
    return this.#mails;
  }

  service(): Service {
    return {
      target: "SES",
      iamPrefix: "ses",
      iamChecks: (operation, body) => {
        const { FromEmailAddress, ConfigurationSetName } = body as SendEmail;
        const domain = FromEmailAddress.split("@")[1]?.replace(/>$/, "") ?? "";
        const set = ConfigurationSetName ? [arn(`configuration-set/${ConfigurationSetName}`)] : [];
        return [arn(`identity/${domain}`), ...set].map((resource) => ({
          action: `ses:${operation}`,
          resource,
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
        this.#journal.append(mail);
        return { status: 200, body: { MessageId: `local-${this.#mails.push(mail)}` } };
      },
    };
  }
}
