import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Service } from "./aws-endpoint.ts";
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
  readonly #file: string;

  constructor(dataDir: string) {
    this.#file = join(dataDir, "mailbox.jsonl");
  }

  static announce(template: Template): void {
    for (const id of template.ids("AWS::SES::ConfigurationSet")) template.provide(id, { ref: id });
    for (const id of template.ids("AWS::SES::EmailIdentity")) {
      const { EmailIdentity } = template.resource(id).properties;
      template.provide(id, { ref: String(EmailIdentity) });
    }
  }

  /** Oldest first. */
  mails(): LocalMail[] {
    if (!existsSync(this.#file)) return [];
    return readFileSync(this.#file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LocalMail);
  }

  service(): Service {
    return {
      target: "SES",
      iamPrefix: "ses",
      touches: (operation, body) => {
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
        appendFileSync(this.#file, `${JSON.stringify(mail)}\n`);
        return { status: 200, body: { MessageId: `local-${this.mails().length}` } };
      },
    };
  }
}
